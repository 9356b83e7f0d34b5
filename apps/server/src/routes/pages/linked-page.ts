import {
  findLinkedStory,
  isFormerName,
  requirePublicProfile,
  requireSubject,
  type Services,
} from '@relato/api';
import { DomainError, storyId, subjectInput, toSubject, toSubjectUrl, type StoryId } from '@relato/contract';
import { askTogetherBy } from '@relato/db';
import type { RouteAuthorizer, RoutePolicy } from '../../middleware/authorize-route.ts';
import { withoutCredentials, type RequestHead } from '../../middleware/request-head.ts';
import { readStoryId, readTag, readUsername } from './first-calls.ts';
import { inTime } from './in-time.ts';
import { missingHead, toProfileHead, toProfileUrl, toStoryHead, toSubjectHead } from './page-head.ts';

/** The story, profile or subject of an address, as its link shows it to everyone. */
interface LinkedPage {
  readonly isMissing: boolean;
  /** The address of the page that a former username leads on to. */
  readonly movedTo?: string;
  /** The HTML that takes the place of the title and the description in the head of the page. */
  readonly head: string;
}

/** Returns null if the address is of neither, if the caller is over the limit, and if the answer comes too late. */
export type LinkedPageReader = (c: RequestHead, address: URL) => Promise<LinkedPage | null>;

/** The page itself has no limit, but its reads of the database count as every other read does. */
const policy: RoutePolicy = { description: 'the head of a linked page', caller: 'anyone', limits: ['read'] };

const missing: LinkedPage = { isMissing: true, head: missingHead };

/**
 * Creates a reader that shows every caller what a stranger may see, because one program makes a preview for many people.
 * Unknown, private, hidden and deleted are the same page.
 */
export function createLinkedPageReader(
  services: Services,
  authorizeRoute: RouteAuthorizer,
  waitMs: number,
): LinkedPageReader {
  const { publicUrl } = services;

  // When a user of a social network posts a link, every one of its servers fetches it.
  const readPublicStory = askTogetherBy(async (id: StoryId): Promise<LinkedPage> => {
    const story = await findLinkedStory(services, id);
    return story ? { isMissing: false, head: toStoryHead(story, publicUrl) } : missing;
  });

  async function readStory(id: string): Promise<LinkedPage> {
    const known = storyId.safeParse(id);
    return known.success ? readPublicStory(known.data) : missing;
  }

  async function readProfile(username: string): Promise<LinkedPage> {
    const profile = await requirePublicProfile(services, null, username);
    const head = toProfileHead(profile, publicUrl);
    if (!isFormerName(username, profile.username)) return { isMissing: false, head };
    return { isMissing: false, head, movedTo: toProfileUrl(profile.username, publicUrl) };
  }

  async function readSubject(asked: string): Promise<LinkedPage> {
    const { data } = subjectInput.safeParse({ tag: asked });
    if (!data) return missing;
    const head = toSubjectHead(await requireSubject(services, null, data.tag), publicUrl);
    if (toSubject(data.tag) === asked) return { isMissing: false, head };
    return { isMissing: false, head, movedTo: toSubjectUrl(publicUrl, data.tag) };
  }

  return async (c, address) => {
    const story = readStoryId(address);
    const username = readUsername(address);
    const tag = readTag(address);
    const read = async (): Promise<LinkedPage | null> => {
      if (story === undefined && username === undefined && tag === undefined) return null;
      await authorizeRoute(withoutCredentials(c), policy);
      try {
        if (story !== undefined) return await readStory(story);
        return username === undefined ? await readSubject(tag ?? '') : await readProfile(username);
      } catch (error) {
        if (error instanceof DomainError) return missing;
        throw error;
      }
    };
    return inTime(waitMs, read());
  };
}
