import type { Auth } from '@relato/auth';
import type { Role, UserId } from '@relato/contract';
import type { Database } from '@relato/db';
import type { Mailer } from '@relato/mail';
import type { Transcriber } from '@relato/speech';
import type { DiskRoom, Storage, UploadFolder } from '@relato/storage';
import type { JobQueue } from './job-queues.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What the rules work with; made once by the process that serves them. */
export interface Services {
  readonly database: Database;
  readonly auth: Auth;
  readonly storage: Storage;
  readonly uploads: UploadFolder;
  /** Of the disk that uploads and audio are on. */
  readonly disk: DiskRoom;
  readonly transcriber: Transcriber;
  readonly mailer: Mailer;
  readonly jobs: JobQueue;
  readonly rateLimiter: RateLimiter;
  /** The address people see, without a slash at its end; links in mails start with it. */
  readonly publicUrl: string;
  /** Work that nobody waits for: its failure is logged, and a stopping process lets it end. */
  readonly inBackground: (work: Promise<void>) => void;
}

/** The signed-in person behind a request. */
export interface Viewer {
  readonly id: UserId;
  readonly username: string | null;
  readonly email: string | null;
  readonly role: Role;
}

export interface Context {
  readonly services: Services;
  readonly viewer: Viewer | null;
  readonly session: { readonly token: string; readonly expiresAt: Date } | null;
  readonly request: {
    readonly id: string;
    readonly userAgent: string | null;
    /** The token of the cookie that marks a trusted device. */
    readonly deviceToken: string | null;
    /** The network it comes from: an IPv4 address, or the /64 of an IPv6 one. */
    readonly network: string;
    /** The /56 of an IPv6 one, which counts with a larger share; null for IPv4. */
    readonly wideNetwork: string | null;
  };
  /** Adds a Set-Cookie line to the answer. */
  readonly setCookie: (line: string) => void;
}
