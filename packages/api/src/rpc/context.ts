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

/** What the picture of a story for previews of its link shows. */
export interface PreviewedStory {
  readonly title: string;
  readonly author: { readonly username: string | null };
  readonly durationMs: number;
  /** In the format that `decodePeaks` reads. */
  readonly peaks: string;
}

/** Draws the pictures of stories for previews of their links. */
export interface Previews {
  /** Returns a text that is another one whenever the picture is. */
  readonly toRevision: (story: PreviewedStory) => string;
  /** Resolves with a PNG. */
  readonly draw: (story: PreviewedStory) => Promise<Uint8Array>;
}

/** A picture of a user as it is stored: WebP, square, `limits.photo` in size, without metadata. */
export interface RemadePhoto {
  readonly small: Uint8Array<ArrayBuffer>;
  readonly large: Uint8Array<ArrayBuffer>;
}

/** Writes the pictures of users anew. */
export interface Photos {
  /**
   * Resolves with null if the bytes are no still JPEG or WebP that a user may have. `parties` take turns: a network, then a
   * user. Rejects with UNAVAILABLE while too many wait.
   */
  readonly remake: (image: Uint8Array, parties: readonly string[]) => Promise<RemadePhoto | null>;
}

/** Looks at everything that the service needs around it. `network` is what this process took for that of the caller. */
export type Doctor = (visit: ExamineInput & { readonly network: string }) => Promise<readonly Finding[]>;

/** The services that procedures and jobs use. Each process creates them once. */
export interface Services {
  readonly database: Database;
  readonly auth: Auth;
  readonly storage: Storage;
  /** Free space of the disk that uploads fill. */
  readonly disk: DiskSpace;
  readonly transcriber: Transcriber;
  readonly previews: Previews;
  readonly photos: Photos;
  readonly mailer: Mailer;
  /** Null without a public https address, which push services ask for. */
  readonly pusher: Pusher | null;
  /** Signs the links by which a user ends mails without signing in. */
  readonly linkKey: string;
  readonly jobs: JobQueue;
  readonly rateLimiter: RateLimiter;
  readonly live: LiveHub;
  /** The public origin without a trailing slash. Links in mails start with it. */
  readonly publicUrl: string;
  /** Who runs the service, as its legal pages say. */
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
    /** What the browser kept from its sign-up, until its address is confirmed. */
    readonly signUpProof: string | null;
    /**
     * A time of the database's clock after this browser wrote last, or null if it has written nothing for a while. Undefined for
     * a program, of which that is not known.
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
