import { serveThread } from '../threads/serve-thread.ts';
import type { Picture } from './picture.ts';
import { renderPicture } from './render-picture.ts';

serveThread((picture: Picture) => Uint8Array.from(renderPicture(picture)));
