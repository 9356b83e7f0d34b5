import { readFile } from 'node:fs/promises';
import { speakWords, type SpokenWord } from '@relato/testing/speech/spoken-words';

let heard: readonly SpokenWord[] | null = null;

/** Returns the words that the fake transcriber of this worker hears; null for its default. */
export const getHeardWords = (): readonly SpokenWord[] | null => heard;

/** Sets the words that the fake transcriber hears in every recording; null for its default. */
export function setHeardWords(words: readonly SpokenWord[] | null): void {
  heard = words;
}

export { speakWords, type SpokenWord };

/** Returns a story of the demo: a real voice with word timings. */
export async function readDemoStory(slug: string): Promise<{ words: SpokenWord[]; recording: string }> {
  const demo = new URL('../../../../../prisma/demo/world.json', import.meta.url);
  const { stories }: { stories: { slug: string; words: SpokenWord[]; audio: string }[] } = JSON.parse(
    await readFile(demo, 'utf8'),
  );
  const story = stories.find((each) => each.slug === slug);
  if (!story) throw new Error(`The demo world has no story ${slug}`);
  return { words: story.words, recording: `../../../../prisma/demo/${story.audio}` };
}
