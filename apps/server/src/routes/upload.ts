import {
  completeUpload,
  refuseUpload,
  removeEndedUploads,
  requireUpload,
  transportStatusOf,
  type Services,
} from '@relato/api';
import {
  DomainError,
  isErrorCode,
  limits,
  recordingId,
  type ErrorCode,
  type RecordingId,
  type UserId,
} from '@relato/contract';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import type { AppEnv } from '../app.ts';
import type { Authenticated } from '../middleware/authenticate.ts';
import { requireSignedIn, type Guard } from '../middleware/authorize-route.ts';

const path = '/upload';

/**
 * `/upload`: the tus protocol, creation with a deferred length and PATCH after PATCH, so that a recording is uploaded
 * while it goes on. The id is the recording's, made by the browser and announced by `recordings.begin`.
 */
export function uploadRoutes(
  services: Services,
  { logger, guard }: { readonly logger: Logger; readonly guard: Guard },
): Hono<AppEnv> {
  const { uploads } = services;
  const store = new FileStore({ directory: uploads.directory });
  // What a request was allowed to reach, for tus: it reads neither address nor metadata in a way of its own.
  const allowed = new WeakMap<Request, RecordingId>();
  const requireAllowed = (request: Request): RecordingId => {
    const id = allowed.get(request);
    if (!id) throw new DomainError('UPLOAD_INVALID');
    return id;
  };
  const tus = new Server({
    path,
    datastore: store,
    relativeLocation: true,
    maxSize: limits.recording.maxBytes,
    allowedOrigins: () => false,
    namingFunction: requireAllowed,
    getFileIdFromRequest: requireAllowed,
    onUploadFinish: async (_request, upload) => {
      await takeOver(upload.id);
      return {};
    },
    onResponseError: (_request, error) => {
      const told = toTusError(error);
      // Of a file system that fails tus says only that it does.
      const err = error instanceof Error ? error : new Error(error.body.trim());
      if (told.status_code >= 500) logger.error({ err }, 'an upload failed');
      return told;
    },
  });

  async function getProgress(id: RecordingId): Promise<{ offset: number; size: number | undefined } | null> {
    try {
      return await store.getUpload(id);
    } catch {
      return null;
    }
  }

  const routes = new Hono<AppEnv>();

  routes.post('/', async (c) => {
    const { viewer } = requireSignedIn(await guard(c, 'POST /upload'));
    const id = requireRecordingId(readMetadata(c.req.header('upload-metadata')));
    const { bytes } = await settle(viewer.id, id);
    // Creating it again would empty what has arrived; the client asks with HEAD where to go on.
    if (bytes !== null || (await getProgress(id))) throw new DomainError('UPLOAD_CONFLICT');
    await requireRoom();
    const response = await handle(c, id);
    // If the recording was discarded meanwhile, its removal came before this file.
    await removeEndedUploads(services, [id]);
    return response;
  });

  /** What has arrived stays; the rest waits for room, so that the database next to it never lacks any. */
  async function requireRoom(): Promise<void> {
    if (!(await services.disk.hasRoom())) throw new DomainError('DISK_FULL');
  }

  // Hono routes HEAD as GET.
  routes.get('/:id', async (c) => {
    if (c.req.method !== 'HEAD') throw new DomainError('NOT_FOUND');
    return goOn(c, await guard(c, 'GET /upload/:id'));
  });
  routes.patch('/:id', async (c) => goOn(c, await guard(c, 'PATCH /upload/:id')));

  async function goOn(c: HonoContext<AppEnv>, signedIn: Authenticated | null): Promise<Response> {
    const { viewer } = requireSignedIn(signedIn);
    const id = requireRecordingId(c.req.param('id'));
    const { bytes } = await settle(viewer.id, id);
    if (bytes !== null) {
      // All of it is here. A client that did not hear so is told again, whatever it sends.
      return c.body(null, c.req.method === 'HEAD' ? 200 : 204, {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': String(bytes),
        'Upload-Length': String(bytes),
        'Cache-Control': 'no-store',
      });
    }
    if (c.req.method === 'PATCH') await requireRoom();
    return handle(c, id);
  }

  async function handle(c: HonoContext, id: RecordingId): Promise<Response> {
    allowed.set(c.req.raw, id);
    const response = await tus.handleWeb(c.req.raw);
    // No page of another origin may read an answer; what it could read is nobody's business either.
    response.headers.delete('Access-Control-Expose-Headers');
    if (response.status < 400) return response;
    if (response.status === 413) {
      await refuseUpload(services, id, 'AUDIO_TOO_BIG');
      await uploads.remove(id);
    }
    const told = await response.text();
    const status = response.status as ContentfulStatusCode; // an error's status always has a body
    return c.json({ error: isErrorCode(told) ? told : toErrorCode(status) }, status);
  }

  async function takeOver(id: string): Promise<void> {
    await completeUpload(services, { id, filePath: uploads.pathOf(id) });
    // Only now: until the row says that it is here, the file is all there is.
    await uploads.remove(id);
  }

  /** How many bytes a finished upload has, or null; one that is whole but was not taken over is taken over now. */
  async function settle(userId: UserId, id: RecordingId): Promise<{ bytes: number | null }> {
    const { bytes } = await requireUpload(services, userId, id);
    if (bytes !== null) return { bytes };
    const progress = await getProgress(id);
    if (progress?.size === undefined || progress.offset !== progress.size) return { bytes: null };
    await takeOver(id);
    return { bytes: progress.size };
  }

  return routes;
}

function requireRecordingId(value: string | null | undefined): RecordingId {
  const id = recordingId.safeParse(value);
  if (!id.success) throw new DomainError('UPLOAD_INVALID');
  return id.data;
}

/** The id in `Upload-Metadata`, if that is all that it holds. What could be read in two ways is not read at all. */
function readMetadata(header: string | undefined): string | null {
  const [, value] = /^recordingId ([A-Za-z0-9+/]{48})$/u.exec(header ?? '') ?? [];
  return value === undefined ? null : Buffer.from(value, 'base64').toString('utf8');
}

/** The codes of what tus itself refuses; its texts are for developers and stay here. */
const codesOfStatus: Readonly<Record<number, ErrorCode>> = {
  403: 'UPLOAD_NOT_FOUND',
  404: 'UPLOAD_NOT_FOUND',
  409: 'UPLOAD_CONFLICT',
  410: 'UPLOAD_NOT_FOUND',
  413: 'AUDIO_TOO_BIG',
};

const toErrorCode = (status: number): ErrorCode =>
  codesOfStatus[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'UPLOAD_INVALID');

/** What our own hooks throw; a file system that fails is a failure that passes. */
function toTusError(error: Error | { status_code: number; body: string }): {
  status_code: number;
  body: string;
} {
  if (error instanceof DomainError) return { status_code: transportStatusOf(error.code), body: error.code };
  return 'status_code' in error ? error : { status_code: 503, body: 'UNAVAILABLE' };
}
