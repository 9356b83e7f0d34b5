import { serveThread } from '../threads/serve-thread.ts';
import { loadRemaker } from './remake-photo.ts';

const remaker = loadRemaker();
serveThread(async (image: Uint8Array) => (await remaker)(image));
