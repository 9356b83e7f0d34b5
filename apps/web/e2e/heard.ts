import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { speakWords, type SpokenWord } from '@relato/testing/speech/spoken-words';

// The stand-in for the transcriber runs in another process than the tests: they meet at this file.
const fileIn = (dataDir: string): string => join(dataDir, 'heard.json');

/** What a test wants the transcriber to hear; null without such a wish. */
export async function readHeard(dataDir: string): Promise<readonly SpokenWord[] | null> {
  try {
    const words: readonly SpokenWord[] = JSON.parse(await readFile(fileIn(dataDir), 'utf8'));
    return words;
  } catch {
    return null;
  }
}

/** From now on every recording says these words at these times; without any, the usual ones. */
export async function letHear(words: readonly SpokenWord[] | null): Promise<void> {
  const file = fileIn(process.env.RELATO_E2E_DATA ?? '');
  await (words === null ? rm(file, { force: true }) : writeFile(file, JSON.stringify(words)));
}

/** Words of a text, evenly over a time. */
export { speakWords, type SpokenWord };

/** A story of the demo world: a voice and, for each of its words, when it is spoken. */
export async function readDemoStory(slug: string): Promise<{ words: SpokenWord[]; recording: string }> {
  const demo = new URL('../../../prisma/demo/world.json', import.meta.url);
  const { stories }: { stories: { slug: string; words: SpokenWord[]; audio: string }[] } = JSON.parse(
    await readFile(demo, 'utf8'),
  );
  const story = stories.find((each) => each.slug === slug);
  if (!story) throw new Error(`The demo world has no story ${slug}`);
  return { words: story.words, recording: `../../../../prisma/demo/${story.audio}` };
}
