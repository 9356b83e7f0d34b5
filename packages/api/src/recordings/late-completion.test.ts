import { randomUUID } from 'node:crypto';
import { recordingId } from '@relato/contract';
import { expect, it } from 'vitest';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { appendToUpload, completeUpload, createUpload, setUploadLength } from './upload-mutations.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');

it('a slow completion leaves nothing of a recording that was deleted and announced again meanwhile', async () => {
  const { services } = world;
  const id = recordingId.parse(randomUUID());
  const calls = world.callAs(ana).recordings;
  const send = async (text: string) => {
    await calls.begin({ id, claimedType: 'audio/webm' });
    await createUpload(services, { id, length: null });
    expect(await appendToUpload(services, { id, start: 0, content: Buffer.from(text) })).toBe(true);
  };
  await send('the whole recording');
  await setUploadLength(services, { id, length: 19 });
  const reached = Promise.withResolvers<string>();
  const gate = Promise.withResolvers<void>();
  const storage: typeof services.storage = {
    ...services.storage,
    put: async (key, content) => {
      reached.resolve(key);
      await gate.promise;
      return services.storage.put(key, content);
    },
  };
  const completing = completeUpload({ ...services, storage }, id);
  const key = await reached.promise;
  expect(await calls.discard({ id })).toEqual({ isErased: true });
  await send('the whole');
  gate.resolve();
  await completing;
  expect(await services.storage.measure(key, { hash: false })).toBeNull();
});
