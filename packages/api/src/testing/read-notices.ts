import type { Notice } from '@relato/contract';
import type { Caller } from './world.ts';

/** Returns the moderators' decisions among the news of a user. */
export async function readNotices({ news }: Caller, page: object = {}): Promise<readonly Notice[]> {
  const { items } = await news.list(page);
  return items.filter((item) => 'reason' in item);
}
