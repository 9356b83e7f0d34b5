import { join } from 'node:path';
import { completeUpload, refuseUpload, requireUpload, transportStatusOf, type Services } from '@relato/api';
import { DomainError, isErrorCode, limits, recordingId, type ErrorCode, type UserId } from '@relato/contract';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppEnv } from '../app.ts';
import type { Authenticated } from '../authenticate.ts';
import { requireSignedIn, type Guard } from '../guard.ts';

const path = '/upload';

/**
 * `/upload`: the tus protocol, creation with a deferred length and PATCH after PATCH, so that a recording is uploaded
 * while it goes on. The id is the recording's, made by the browser and announced by `recordings.begin`.
 */
export function uploadRoutes(
  services: Services,
  options: { readonly directory: string; readonly guard: Guard },
): Hono<AppEnv> {
  const store = new FileStore({ directory: options.directory });
  const tus = new Server({
    path,
    datastore: store,
    relativeLocation: true,
    maxSize: limits.recording.maxBytes,
    allowedOrigins: () => false,
    namingFunction: (_request, metadata) => requireRecordingId(metadata?.recordingId),
    onUploadFinish: async (_request, upload) => {
      await takeOver(upload.id);
      return {};
    },
    onResponseError: (_request, error) => toTusError(error),
  });

  async function getProgress(id: string): Promise<{ offset: number; size: number | undefined } | null> {
    try {
      return await store.getUpload(id);
    } catch {
      return null;
    }
  }

  const routes = new Hono<AppEnv>();

  routes.post('/', async (c) => {
    const { viewer } = requireSignedIn(await options.guard(c, 'POST /upload'));
    const id = requireRecordingId(metadataOf(c.req.header('upload-metadata')).get('recordingId'));
    const { bytes } = await settle(viewer.id, id);
    // Creating it again would empty what has arrived; the client asks with HEAD where to go on.
    if (bytes !== null || (await getProgress(id))) throw new DomainError('UPLOAD_CONFLICT');
    return handle(c, id);
  });

  // Hono routes HEAD as GET.
  routes.get('/:id', async (c) => {
    if (c.req.method !== 'HEAD') throw new DomainError('NOT_FOUND');
    return goOn(c, await options.guard(c, 'GET /upload/:id'));
  });
  routes.patch('/:id', async (c) => goOn(c, await options.guard(c, 'PATCH /upload/:id')));

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
    return handle(c, id);
  }

  async function handle(c: HonoContext, id: string): Promise<Response> {
    const response = await tus.handleWeb(c.req.raw);
    // No page of another origin may read an answer; what it could read is nobody's business either.
    response.headers.delete('Access-Control-Expose-Headers');
    if (response.status < 400) return response;
    if (response.status === 413) {
      await refuseUpload(services, id, 'AUDIO_TOO_BIG');
      if (await getProgress(id)) await store.remove(id);
    }
    const told = await response.text();
    const status = response.status as ContentfulStatusCode; // an error's status always has a body
    return c.json({ error: isErrorCode(told) ? told : toErrorCode(status) }, status);
  }

  async function takeOver(id: string): Promise<void> {
    await completeUpload(services, { id, filePath: join(options.directory, id) });
    // Only now: until the row says that it is here, the file is all there is.
    await store.remove(id);
  }

  /** How many bytes a finished upload has, or null; one that is whole but was not taken over is taken over now. */
  async function settle(userId: UserId, id: string): Promise<{ bytes: number | null }> {
    const { bytes } = await requireUpload(services, userId, id);
    if (bytes !== null) return { bytes };
    const progress = await getProgress(id);
    if (progress?.size === undefined || progress.offset !== progress.size) return { bytes: null };
    await takeOver(id);
    return { bytes: progress.size };
  }

  return routes;
}

function requireRecordingId(value: string | null | undefined): string {
  const id = recordingId.safeParse(value);
  if (!id.success) throw new DomainError('UPLOAD_INVALID');
  return id.data;
}

/** `Upload-Metadata` of tus: `key base64, key base64`. */
function metadataOf(header: string | undefined): Map<string, string> {
  const pairs = (header ?? '').split(',').map((pair) => pair.trim().split(' '));
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]));
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
