import { defaultMinimumAge } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/** Fakes of the services whose real ones the server tests. */
export const plainServices: Pick<
  Services,
  'previews' | 'photos' | 'pusher' | 'linkKey' | 'operator' | 'examine'
> = {
  /** Draws one byte for each letter of the title. */
  previews: {
    toRevision: ({ title, author }) => `${title} ${author.username}`,
    draw: async ({ title }) => new Uint8Array(title.length),
  },
  /** Returns a photo unchanged. */
  photos: {
    remake: async (image) => ({ small: Uint8Array.from(image), large: Uint8Array.from(image) }),
  },
  pusher: null,
  linkKey: 'the key of the tests',
  examine: async () => [{ check: 'disk', found: 'room', advice: null }],
  /** An operator with only a name and an address. */
  operator: {
    name: 'Voces del Sur',
    taxId: null,
    address: null,
    email: 'hola@voces.example',
    phone: null,
    registry: null,
    dataOfficer: null,
    languages: null,
    hosting: null,
    backupDays: null,
    reviewedOn: null,
    minimumAge: defaultMinimumAge,
  },
};
