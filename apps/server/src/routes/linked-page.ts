import { findLinkedStory, requirePublicProfile, type Services } from '@relato/api';
import { DomainError, storyId } from '@relato/contract';
import { readStoryId, readUsername } from './first-calls.ts';
import { inTime } from './in-time.ts';
import { missingHead, toProfileHead, toStoryHead } from './page-head.ts';

/** The story or profile of an address, as its link shows it to everyone. */
interface LinkedPage {
  readonly isMissing: boolean;
  /** HTML for the head of the page, which takes the place of its title and description. */
  readonly head: string;
}

/** Returns null for an address of neither, and if the answer is not known in time. */
export type LinkedPageReader = (address: URL) => Promise<LinkedPage | null>;

const missing: LinkedPage = { isMissing: true, head: missingHead };

/**
 * Creates a reader that shows every caller what a stranger would see: a preview is made by one program for many people.
 * Unknown, private, hidden and deleted are the same page.
 */
export function createLinkedPageReader(services: Services): LinkedPageReader {
  const { publicUrl } = services;

  async function readStory(id: string): Promise<LinkedPage> {
    const known = storyId.safeParse(id);
    const story = known.success ? await findLinkedStory(services, known.data) : null;
    return story ? { isMissing: false, head: toStoryHead(story, publicUrl) } : missing;
  }

  async function readProfile(username: string): Promise<LinkedPage> {
    try {
      const profile = await requirePublicProfile(services, null, username);
      return { isMissing: false, head: toProfileHead(profile, publicUrl) };
    } catch (error) {
      if (error instanceof DomainError) return missing;
      throw error;
    }
  }

  return async (address) => {
    const story = readStoryId(address);
    if (story !== undefined) return inTime(readStory(story));
    const username = readUsername(address);
    return username === undefined ? null : inTime(readProfile(username));
  };
}
