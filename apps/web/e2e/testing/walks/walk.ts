import type { TestUser } from '../fixtures.ts';

export { closeSheet, dialog as sheet, main, visit } from '../people.ts';

/** Called with each state once nothing moves. */
export type See = (name: string) => Promise<void>;

/** The data of a walk: an author with a follower, a private story, and a published one with a comment. */
export interface World {
  readonly teller: Pick<TestUser, 'username' | 'email' | 'password'>;
  readonly storyId: string;
}
