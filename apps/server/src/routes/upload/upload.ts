import { completeUpload, getUpload, refuseUpload, requireUpload, type Services } from '@relato/api';
import {
  DomainError,
  isErrorCode,
  limits,
  recordingId,
  type ErrorCode,
  type RecordingId,
  type UserId,
} from '@relato/contract';
import { Server } from '@tus/server';
import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import type { AppEnv } from '../../http/app-env.ts';
import type { Authenticated } from '../../middleware/authenticate.ts';
import {
  requireSignedIn,
  type RouteAuthorizer,
  type RoutePolicies,
} from '../../middleware/authorize-route.ts';
import { toRefusal } from '../../http/refusal-answer.ts';
import { UploadStore } from './upload-store.ts';

const path = '/upload';

export const uploadPolicies = {
  'POST /upload': { description: 'begins an upload', caller: 'signedIn', target: 'own', limits: ['upload'] },
  'GET /upload/:id': {
    description: 'the progress of an upload (HEAD only)',
    caller: 'signedIn',
    target: 'own',
    limits: ['upload'],
  },
  'PATCH /upload/:id': {
    description: 'continues an upload',
    caller: 'signedIn',
    target: 'own',
    limits: ['upload'],
  },
} as const satisfies RoutePolicies;

interface UploadOptions {
  readonly logger: Logger;
  readonly authorizeRoute: RouteAuthorizer;
}

/**
 * `/upload`: the tus protocol. An upload starts with a deferred length and grows with every PATCH, so that a recording is
 * uploaded while it is recorded. Its id is that of the recording, which the browser created and announced with
 * `recordings.begin`.
 */
export function uploadRoutes(services: Services, { logger, authorizeRoute }: UploadOptions): Hono<AppEnv> {
  // The recording that the request may upload. tus takes the id from here and parses neither path nor metadata.
  const authorized = new WeakMap<Request, RecordingId>();
  const requireAuthorized = (request: Request): RecordingId => {
    const id = authorized.get(request);
    if (!id) throw new DomainError('UPLOAD_INVALID');
    return id;
  };
  const tus = new Server({
    path,
    datastore: new UploadStore(services),
    relativeLocation: true,
    maxSize: limits.recording.maxBytes,
    allowedOrigins: () => false,
    namingFunction: requireAuthorized,
    getFileIdFromRequest: requireAuthorized,
    onUploadFinish: async (_request, upload) => {
      await completeUpload(services, upload.id);
      return {};
    },
    onResponseError: (_request, error) => {
      const answer = toTusError(error);
      if (answer.status_code >= 500) logger.error({ err: error }, 'upload failed');
      return answer;
    },
  });

  const routes = new Hono<AppEnv>();

  routes.post('/', async (c) => {
    const { viewer } = requireSignedIn(await authorizeRoute(c, uploadPolicies['POST /upload']));
    const id = requireRecordingId(readMetadata(c.req.header('upload-metadata')));
    const { bytes } = await readCompleted(viewer.id, id);
    // A second creation would discard the arrived bytes. The client reads the offset with HEAD.
    if (bytes !== null || (await getUpload(services, id))) throw new DomainError('UPLOAD_CONFLICT');
    await requireRoom();
    return handle(c, id);
  });

  /** Throws DISK_FULL below a reserve for the database on the same disk. The arrived bytes stay. */
  async function requireRoom(): Promise<void> {
    if (!(await services.disk.hasFreeSpace())) throw new DomainError('DISK_FULL');
  }

  // Hono answers HEAD with the GET route.
  routes.get('/:id', async (c) => {
    if (c.req.method !== 'HEAD') throw new DomainError('NOT_FOUND');
    return continueUpload(c, await authorizeRoute(c, uploadPolicies['GET /upload/:id']));
  });
  routes.patch('/:id', async (c) =>
    continueUpload(c, await authorizeRoute(c, uploadPolicies['PATCH /upload/:id'])),
  );

  async function continueUpload(c: HonoContext<AppEnv>, signedIn: Authenticated | null): Promise<Response> {
    const { viewer } = requireSignedIn(signedIn);
    const id = requireRecordingId(c.req.param('id'));
    const { bytes } = await readCompleted(viewer.id, id);
    if (bytes !== null) {
      // The upload is complete. A client that missed the answer gets it again, whatever it sends.
      return c.body(null, c.req.method === 'HEAD' ? 200 : 204, {
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': String(bytes),
        'Upload-Length': String(bytes),
      });
    }
    if (c.req.method === 'PATCH') await requireRoom();
    return handle(c, id);
  }

  async function handle(c: HonoContext, id: RecordingId): Promise<Response> {
    authorized.set(c.req.raw, id);
    const response = await tus.handleWeb(c.req.raw);
    // Pages of other origins may not read answers, so this header is useless.
    response.headers.delete('Access-Control-Expose-Headers');
    if (response.status < 400) return response;
    if (response.status === 413) await refuseUpload(services, id, 'AUDIO_TOO_BIG');
    const code = await response.text();
    const status = response.status as ContentfulStatusCode; // an error's status always has a body
    return c.json({ error: isErrorCode(code) ? code : toErrorCode(status) }, status);
  }

  /**
   * Resolves with the size of a completed upload, or with null. Completes an upload that has all its bytes, after a crash
   * between its last byte and its completion.
   */
  async function readCompleted(userId: UserId, id: RecordingId): Promise<{ bytes: number | null }> {
    const { bytes } = await requireUpload(services, userId, id);
    if (bytes !== null) return { bytes };
    const progress = await getUpload(services, id);
    if (progress === null || progress.bytes !== progress.length) return { bytes: null };
    await completeUpload(services, id);
    return { bytes: progress.bytes };
  }

  return routes;
}

function requireRecordingId(value: string | null | undefined): RecordingId {
  const id = recordingId.safeParse(value);
  if (!id.success) throw new DomainError('UPLOAD_INVALID');
  return id.data;
}

/** Returns the id in `Upload-Metadata` if the header contains nothing else, so that two parsers cannot disagree. */
function readMetadata(header: string | undefined): string | null {
  const [, value] = /^recordingId ([A-Za-z0-9+/]{48})$/u.exec(header ?? '') ?? [];
  return value === undefined ? null : Buffer.from(value, 'base64').toString('utf8');
}

/** The error codes for refusals of tus itself. Its texts are for developers and are not sent. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  403: 'UPLOAD_NOT_FOUND',
  404: 'UPLOAD_NOT_FOUND',
  409: 'UPLOAD_CONFLICT',
  410: 'UPLOAD_NOT_FOUND',
  413: 'AUDIO_TOO_BIG',
};

const toErrorCode = (status: number): ErrorCode =>
  codeByStatus[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'UPLOAD_INVALID');

/** Turns errors of our hooks into answers of tus. Unforeseen errors become UNAVAILABLE, so that clients try again. */
function toTusError(error: Error | { status_code: number; body: string }): {
  status_code: number;
  body: string;
} {
  if ('status_code' in error) return error;
  const { status, body } = toRefusal(error);
  return status === 500
    ? { status_code: 503, body: 'UNAVAILABLE' }
    : { status_code: status, body: body.error };
}
