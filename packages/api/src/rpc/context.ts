import type { Auth } from '@relato/auth';
import type { ExamineInput, Finding, Operator, SessionUser } from '@relato/contract';
import type { Database } from '@relato/db';
import type { Mailer } from '@relato/mail';
import type { Pusher } from '@relato/push';
import type { Transcriber } from '@relato/speech';
import type { DiskSpace, Storage } from '@relato/storage';
import type { JobQueue } from '../jobs/queue.ts';
import type { LiveHub } from './live-hub.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** The parts of a story in the preview image of its link. */
export interface PreviewedStory {
  readonly title: string;
  readonly author: { readonly username: string | null };
  readonly durationMs: number;
  /** In the format that `decodePeaks` reads. */
  readonly peaks: string;
}

/** Draws the preview images for links of stories. */
export interface Previews {
  /** Returns a text that changes with the picture. */
  readonly toRevision: (story: PreviewedStory) => string;
  /** Resolves with a PNG. */
  readonly draw: (story: PreviewedStory) => Promise<Uint8Array>;
}

/** A stored picture of a user: WebP, square, `limits.photo` in size, without metadata. */
export interface RemadePhoto {
  readonly small: Uint8Array<ArrayBuffer>;
  readonly large: Uint8Array<ArrayBuffer>;
}

/** Re-encodes the pictures of users. */
export interface Photos {
  /**
   * Resolves with null unless the bytes are a still JPEG or WebP of an allowed size. `parties`, a network and then a user,
   * take turns. Rejects with UNAVAILABLE while too many wait.
   */
  readonly remake: (image: Uint8Array, parties: readonly string[]) => Promise<RemadePhoto | null>;
}

/** Examines everything that the service depends on. `network` is the network of the caller as this process sees it. */
export type Doctor = (visit: ExamineInput & { readonly network: string }) => Promise<readonly Finding[]>;

/** The services that procedures and jobs use. Each process creates them once. */
export interface Services {
  readonly database: Database;
  readonly auth: Auth;
  readonly storage: Storage;
  /** The free space of the disk for uploads. */
  readonly disk: DiskSpace;
  readonly transcriber: Transcriber;
  readonly previews: Previews;
  readonly photos: Photos;
  readonly mailer: Mailer;
  /** Null without a public https address, which push services require. */
  readonly pusher: Pusher | null;
  /** Signs the links with which a user unsubscribes without signing in. */
  readonly linkKey: string;
  readonly jobs: JobQueue;
  readonly rateLimiter: RateLimiter;
  readonly live: LiveHub;
  /** The public origin without a trailing slash. Links in mails start with it. */
  readonly publicUrl: string;
  /** The operator of the service, as named on its legal pages. */
  readonly operator: Operator;
  readonly examine: Doctor;
  /** Runs work that the request does not wait for. Failures are logged, and a stopping process lets it finish. */
  readonly runInBackground: (work: Promise<void>) => void;
}

/** The signed-in user behind a request. */
export type Viewer = SessionUser;

export interface Context {
  readonly services: Services;
  readonly viewer: Viewer | null;
  readonly session: { readonly token: string; readonly expiresAt: Date } | null;
  readonly request: {
    readonly id: string;
    readonly userAgent: string | null;
    /** The token of the cookie that marks a trusted device. */
    readonly deviceToken: string | null;
    /** The proof that the browser keeps from its sign-up, until its address is confirmed. */
    readonly signUpProof: string | null;
    /**
     * The database's time after this browser's last write, or null without a recent one. Undefined for a program, whose
     * writes are unknown.
     */
    readonly writtenAtMs: number | null | undefined;
    /** The network of the client: an IPv4 address, or the /64 of an IPv6 address. */
    readonly network: string;
    /** The /56 of an IPv6 address, which has a larger share of each limit. Null for IPv4. */
    readonly wideNetwork: string | null;
  };
  /** Adds a Set-Cookie header to the response. */
  readonly setCookie: (line: string) => void;
}
