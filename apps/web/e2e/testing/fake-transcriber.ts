import { readFile } from 'node:fs/promises';
import { speakWords, type SpokenWord } from '@relato/testing/speech/spoken-words';

let heard: readonly SpokenWord[] | null = null;

/** What a test wants the transcriber of its worker to hear; null without such a wish. */
export const readHeard = (): readonly SpokenWord[] | null => heard;

/** From now on every recording says these words at these times; without any, the usual ones. */
export function letHear(words: readonly SpokenWord[] | null): void {
  heard = words;
}

/** Words of a text, evenly over a time. */
export { speakWords, type SpokenWord };

/** A story of the demo world: a voice and, for each of its words, when it is spoken. */
export async function readDemoStory(slug: string): Promise<{ words: SpokenWord[]; recording: string }> {
  const demo = new URL('../../../../prisma/demo/world.json', import.meta.url);
  const { stories }: { stories: { slug: string; words: SpokenWord[]; audio: string }[] } = JSON.parse(
    await readFile(demo, 'utf8'),
  );
  const story = stories.find((each) => each.slug === slug);
  if (!story) throw new Error(`The demo world has no story ${slug}`);
  return { words: story.words, recording: `../../../../prisma/demo/${story.audio}` };
}
