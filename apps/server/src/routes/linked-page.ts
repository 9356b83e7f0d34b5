import { findLinkedStory, requirePublicProfile, type Services } from '@relato/api';
import { DomainError, storyId } from '@relato/contract';
import type { RouteAuthorizer, RoutePolicy } from '../middleware/authorize-route.ts';
import { withoutCredentials, type RequestHead } from '../middleware/request-head.ts';
import { readStoryId, readUsername } from './first-calls.ts';
import { inTime } from './in-time.ts';
import { missingHead, toProfileHead, toStoryHead } from './page-head.ts';

/** The story or profile of an address, as its link shows it to everyone. */
interface LinkedPage {
  readonly isMissing: boolean;
  /** HTML for the head of the page, which takes the place of its title and description. */
  readonly head: string;
}

/** Returns null for an address of neither, for a caller over the limit, and if the answer is not known in time. */
export type LinkedPageReader = (c: RequestHead, address: URL) => Promise<LinkedPage | null>;

/** The page itself has no limit, but what it asks the database has that of every other read. */
const policy: RoutePolicy = { description: 'the head of a linked page', caller: 'anyone', limits: ['read'] };

const missing: LinkedPage = { isMissing: true, head: missingHead };

/**
 * Creates a reader that shows every caller what a stranger would see: a preview is made by one program for many people.
 * Unknown, private, hidden and deleted are the same page.
 */
export function createLinkedPageReader(
  services: Services,
  authorizeRoute: RouteAuthorizer,
): LinkedPageReader {
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

  return async (c, address) => {
    const story = readStoryId(address);
    const username = story === undefined ? readUsername(address) : undefined;
    const read = async (): Promise<LinkedPage | null> => {
      if (story === undefined && username === undefined) return null;
      await authorizeRoute(withoutCredentials(c), policy);
      return story === undefined ? readProfile(username ?? '') : readStory(story);
    };
    return inTime(read());
  };
}
