import {
  findLinkedStory,
  isFormerName,
  requireCollection,
  requirePublicProfile,
  requireSubject,
  type Services,
} from '@relato/api';
import {
  DomainError,
  namedCollectionInput,
  storyId,
  subjectInput,
  toCollectionUrl,
  toRegion,
  toSubject,
  toSubjectUrl,
  type StoryId,
} from '@relato/contract';
import { askTogetherBy } from '@relato/db';
import type { RouteAuthorizer, RoutePolicy } from '../../middleware/authorize-route.ts';
import { withoutCredentials, type RequestHead } from '../../middleware/request-head.ts';
import {
  operatorPath,
  readCollectionId,
  readStoryId,
  readTag,
  readUsername,
  readWordsRegion,
  withoutSlash,
} from './first-calls.ts';
import { nullIfLate } from './null-if-late.ts';
import {
  missingHead,
  toCollectionHead,
  toProfileHead,
  toProfileUrl,
  toStoryHead,
  toSubjectHead,
  toWordsHead,
} from './page-head.ts';

/** The public description of the story, profile, subject, collection or list of words at an address. */
interface LinkedPage {
  readonly isMissing: boolean;
  /** The present address, if this one has a former username. */
  readonly movedTo?: string;
  /** The HTML that replaces the title and the description in the head of the page. */
  readonly head: string;
}

/** Returns null if the address has no such page, the caller is over the limit, or the answer comes too late. */
export type LinkedPageReader = (c: RequestHead, address: URL) => Promise<LinkedPage | null>;

/** The page itself has no limit, but its reads of the database count like all others. */
const policy: RoutePolicy = { description: 'the head of a linked page', caller: 'anyone', limits: ['read'] };

const missing: LinkedPage = { isMissing: true, head: missingHead };

/**
 * Creates a reader that shows every caller the view of a visitor, because one program makes a preview for many people.
 * Unknown, private, hidden and deleted stories have the same page.
 */
export function createLinkedPageReader(
  services: Services,
  authorizeRoute: RouteAuthorizer,
  waitMs: number,
): LinkedPageReader {
  const { publicUrl } = services;

  // When a user of a social network posts a link, each of its servers fetches it.
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

  async function readCollection(asked: string): Promise<LinkedPage> {
    // A program that forwarded the link may have changed the case.
    const { data } = namedCollectionInput.safeParse({ id: asked.toLowerCase() });
    if (!data) return missing;
    const head = toCollectionHead(await requireCollection(services, null, data), publicUrl);
    if (data.id === asked) return { isMissing: false, head };
    return { isMissing: false, head, movedTo: toCollectionUrl(publicUrl, data.id) };
  }

  async function readWords(asked: string): Promise<LinkedPage> {
    const region = toRegion(asked);
    return asked === '' || region ? { isMissing: false, head: toWordsHead(region, publicUrl) } : missing;
  }

  /** Returns the reader for an address, or null. An open story has priority. */
  function toReader(address: URL): (() => Promise<LinkedPage>) | null {
    const readers = [
      [readStoryId, readStory],
      [readUsername, readProfile],
      [readTag, readSubject],
      [readCollectionId, readCollection],
      [readWordsRegion, readWords],
    ] as const;
    for (const [readEnd, readPage] of readers) {
      const end = readEnd(address);
      if (end !== undefined) return () => readPage(end);
    }
    return null;
  }

  return async (c, address) => {
    if (withoutSlash(address.pathname) === operatorPath) return missing;
    const readPage = toReader(address);
    const read = async (): Promise<LinkedPage | null> => {
      if (!readPage) return null;
      await authorizeRoute(withoutCredentials(c), policy);
      try {
        return await readPage();
      } catch (error) {
        if (error instanceof DomainError) return missing;
        throw error;
      }
    };
    return nullIfLate(waitMs, read());
  };
}
