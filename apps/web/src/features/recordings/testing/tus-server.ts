import { id } from './recorder-events.ts';

export type Fault =
  | 'lost request'
  | 'lost answer'
  /** The first half of the body arrives. */
  | 'cut connection'
  | { readonly status: number; readonly headers?: Record<string, string> };

/** A fake tus server with the parts that the uploader uses, and a fault for the n-th request. */
export class TusServer {
  stored: Uint8Array<ArrayBuffer> | null = null;
  length: number | null = null;
  readonly requests: string[] = [];
  readonly faults = new Map<number, Fault>();
  onRequest: (index: number) => void = () => undefined;

  readonly fetch = async (
    url: string,
    { method = '', headers, body, signal }: RequestInit,
  ): Promise<Response> => {
    const index = this.requests.length;
    this.requests.push(method);
    this.onRequest(index);
    signal?.throwIfAborted();
    const fault = this.faults.get(index);
    if (fault === 'lost request') throw new TypeError('Failed to fetch');
    if (typeof fault === 'object') return new Response(null, fault);
    const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : new Uint8Array();
    const arrived = fault === 'cut connection' ? bytes.slice(0, bytes.length >> 1) : bytes;
    const response = this.#answer(url, method, new Headers(headers), arrived);
    if (fault !== undefined) throw new TypeError('Failed to fetch');
    return response;
  };

  #answer(url: string, method: string, headers: Headers, bytes: Uint8Array): Response {
    if (headers.get('Tus-Resumable') !== '1.0.0') return new Response(null, { status: 412 });
    if (method === 'POST') {
      if (url !== '/upload' || headers.get('Upload-Defer-Length') !== '1')
        return new Response(null, { status: 400 });
      if (headers.get('Upload-Metadata') !== `recordingId ${btoa(id)}`)
        return new Response(null, { status: 400 });
      if (this.stored) return new Response(null, { status: 409 });
      this.stored = new Uint8Array();
      return new Response(null, { status: 201 });
    }
    const { stored } = this;
    if (url !== `/upload/${id}` || !stored) return new Response(null, { status: 404 });
    const state = () => ({
      'Upload-Offset': String(this.stored?.length),
      ...(this.length === null ? {} : { 'Upload-Length': String(this.length) }),
    });
    if (method === 'HEAD') return new Response(null, { status: 200, headers: state() });
    if (headers.get('Content-Type') !== 'application/offset+octet-stream')
      return new Response(null, { status: 415 });
    if (Number(headers.get('Upload-Offset')) !== stored.length) return new Response(null, { status: 409 });
    this.stored = new Uint8Array(Buffer.concat([stored, bytes]));
    if (headers.has('Upload-Length')) this.length = Number(headers.get('Upload-Length'));
    return new Response(null, { status: 204, headers: state() });
  }
}
