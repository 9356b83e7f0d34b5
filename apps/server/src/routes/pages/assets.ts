import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import type { FastRoute } from '../../http/fast-path.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules, isKnownTag } from '../../http/cache-rules.ts';
import { accepts } from '../../http/accepted-encodings.ts';
import type { RequestHead } from '../../middleware/request-head.ts';

interface Variant {
  readonly content: Buffer<ArrayBuffer>;
  readonly headers: ReturnType<typeof toHeaders>;
}

interface Asset {
  /** The compressed copies, best encoding first. */
  readonly compressed: readonly (Variant & { readonly encoding: (typeof encodings)[number][0] })[];
  readonly plain: Variant;
}

interface Assets {
  readonly web: Handler<AppEnv>;
  readonly fast: FastRoute;
}

/** The encodings with the file extensions of the build. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const plainPath = /^\/assets\/([\w-][\w.-]*)$/;

/**
 * `/assets/{file}`: files of the build, whose names contain a hash of their content. Each is read once, from the first of
 * the `folders` that has it, and stays in memory, because a build has only some megabytes.
 */
export function assetRoutes(folders: readonly string[]): Assets {
  const loaded = new Map<string, Asset>();

  async function load(name: string): Promise<Asset | null> {
    for (const folder of folders) {
      const asset = await readAsset(folder, name);
      if (!asset) continue;
      loaded.set(name, asset);
      return asset;
    }
    return null;
  }

  const web: Handler<AppEnv> = async (c, next) => {
    const [, name] = plainPath.exec(c.req.path) ?? [];
    const asset = name === undefined ? null : (loaded.get(name) ?? (await load(name)));
    if (!asset) return next();
    const { status, headers, content } = toAnswer(c, asset);
    return content ? c.body(content, status, headers) : c.body(null, status, headers);
  };

  const fast: FastRoute = (request) => {
    const { req } = request;
    if (req.method === 'POST') return null;
    const asset = loaded.get(plainPath.exec(req.path)?.[1] ?? '');
    if (!asset) return null;
    const { status, headers, content: body } = toAnswer(request, asset);
    return () => ({ status, headers, body });
  };

  return { web, fast };
}

/** Returns null if the file is missing. */
async function readAsset(folder: string, name: string): Promise<Asset | null> {
  const read = (ending: string) => readFile(join(folder, name + ending)).catch(() => null);
  const plain = await read('');
  if (!plain) return null;
  const copies = await Promise.all(
    encodings.map(async ([encoding, ending]) => {
      const content = await read(ending);
      return content && { encoding, content, headers: toHeaders(name, content, encoding) };
    }),
  );
  return {
    compressed: copies.filter((copy) => copy !== null),
    plain: { content: plain, headers: toHeaders(name, plain) },
  };
}

/** The policy of files. It is shorter than that of pages, because a first screen loads seven files. */
const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";
/**
 * The policy of workers. One runs WebAssembly to disguise voices, and one starts a worker for videos in browsers without an
 * AAC encoder. Workers have no network access, and pages may not do either.
 */
const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; frame-ancestors 'none'";

const toHeaders = (name: string, content: Uint8Array, encoding?: string) => ({
  'Content-Type': getMimeType(name) ?? 'application/octet-stream',
  'Content-Length': String(content.byteLength),
  ...(encoding !== undefined && { 'Content-Encoding': encoding }),
  ETag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
  'Cache-Control': cacheRules.build,
  'Content-Security-Policy': name.startsWith('wasm-worker-') ? workerPolicy : filePolicy,
  Vary: 'Accept-Encoding',
});

function toAnswer({ req }: RequestHead, { compressed, plain }: Asset) {
  const accepted = req.header('accept-encoding') ?? '';
  const { content, headers } = compressed.find(({ encoding }) => accepts(accepted, encoding)) ?? plain;
  if (!isKnownTag(req.header('if-none-match'), headers.ETag))
    return { status: 200, headers, content } as const;
  const { ETag, 'Cache-Control': cacheControl, Vary } = headers;
  return { status: 304, headers: { ETag, 'Cache-Control': cacheControl, Vary }, content: null } as const;
}
