import type { Services } from '../rpc/context.ts';

/** The services of which the server has tests of the real ones. */
export const plainServices: Pick<Services, 'previews' | 'photos' | 'pusher' | 'linkKey'> = {
  /** Draws one byte for each letter of the title. */
  previews: {
    toRevision: ({ title, author }) => `${title} ${author.username}`,
    draw: async ({ title }) => new Uint8Array(title.length),
  },
  /** Keeps a photo as it is. */
  photos: {
    remake: async (image) => ({ small: Uint8Array.from(image), large: Uint8Array.from(image) }),
  },
  pusher: null,
  linkKey: 'the key of the tests',
};
