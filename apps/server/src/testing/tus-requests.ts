import type { TestUser } from './test-app.ts';

type Headers = Readonly<Record<string, string>>;
type Sender = Pick<TestUser, 'headers'>;

export const toMetadata = (id: string): string => `recordingId ${Buffer.from(id).toString('base64')}`;

/** The request that begins the upload of a recording. */
export const toCreation = (id: string, { headers }: Sender, more: Headers = {}) => ({
  method: 'POST',
  headers: {
    ...headers,
    'tus-resumable': '1.0.0',
    'upload-defer-length': '1',
    'upload-metadata': toMetadata(id),
    ...more,
  },
});

/** The request that sends a piece of an upload. */
export const toPiece = <Body>(offset: number, body: Body, { headers }: Sender, more: Headers = {}) => ({
  method: 'PATCH',
  headers: {
    ...headers,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    ...more,
  },
  body,
});
