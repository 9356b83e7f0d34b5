import type { StoryId } from '../ids.ts';
import type { FoundProfile, ProfileSummary } from '../profiles/types.ts';
import type { SpokenWord, StoryTranscription, StoryWord, TranscriptState } from '../transcription/types.ts';

export const voteDirections = ['up', 'down'] as const;
export type VoteDirection = (typeof voteDirections)[number];

/** The votes of a story, and the viewer's own. */
export interface StoryVotes {
  readonly upvotes: number;
  readonly downvotes: number;
  readonly vote: VoteDirection | null;
}

/** A tag of public stories. */
export interface FoundSubject {
  /** The tag without case and accents, which no other subject has. */
  readonly id: string;
  /** As its stories spell it. */
  readonly name: string;
  /** One more than `limits.subject.maxCounted` for all that are more. */
  readonly storiesCount: number;
}

export interface Subject extends FoundSubject {
  /** Whose newest stories about it have the most votes. */
  readonly voices: readonly FoundProfile[];
  /** The tags that its newest stories have most beside it. */
  readonly related: readonly string[];
  readonly viewer: { readonly isFollowing: boolean };
}

/** A sentence of a transcript that has what was searched for. */
export interface StoryMoment {
  /** The sentence in pieces: every second one is a match, beginning with the second. */
  readonly parts: readonly string[];
  /** The first match, from the start of the recording. Null if its time is not known. */
  readonly startMs: number | null;
}

/** Why 'Para ti' has a story: its author or its subject is followed, or a story with a subject of it was liked. */
export type StoryReason =
  | { readonly kind: 'author' | 'new' }
  | { readonly kind: 'subject'; readonly name: string }
  | { readonly kind: 'voted' | 'heard'; readonly title: string };

/** Where the viewer stopped in a story. */
export interface ListenPosition {
  readonly id: StoryId;
  readonly positionMs: number;
  readonly listenedAt: Date;
}

/** What the server keeps of what the viewer hears. */
export interface Listens {
  readonly isKept: boolean;
  /** The last ones, the latest first. */
  readonly positions: readonly ListenPosition[];
}

/** What 'Para ti' may leave out for a user. */
export const leftOutKinds = ['story', 'author', 'subject'] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];

export interface LeftOut {
  readonly kind: LeftOutKind;
  /** As the input that takes it back names it. */
  readonly id: string;
  /** The title, the username or the tag. */
  readonly name: string;
}

/** A story as lists show it. */
export interface StorySummary {
  readonly id: StoryId;
  readonly title: string;
  readonly transcript: string;
  readonly transcriptStatus: TranscriptState;
  /** A path on this server. It changes when the audio changes. */
  readonly audioUrl: string;
  readonly durationMs: number;
  /** One text, which `decodePeaks` reads: a page of lists of a hundred numbers would cost more than the rest of it. */
  readonly peaks: string;
  /** With this gain it is as loud as all others. Missing for silence, and until it is measured. */
  readonly gainDb?: number;
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly published: boolean;
  /** Null if the author's account is deleted. */
  readonly author: ProfileSummary | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly comments: number;
  /** If false, only signed-in users may comment. */
  readonly anonymousComments: boolean;
  /** Whether listeners may make videos of parts of it. */
  readonly clips: boolean;
  /** Set while moderators hide the story: only its author and moderators see it. */
  readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
  /** For the author, while the recording is transcribed again: the text is about to change. Missing otherwise. */
  readonly isTranscribedAgain?: true;
  /** For the author: the text does not look Spanish, and they have not changed it. Missing otherwise. */
  readonly isUnsure?: true;
  /** The passages in which a search was found, best first. Missing in every other list. */
  readonly moments?: readonly StoryMoment[];
  /** Missing in every list but 'Para ti'. */
  readonly reason?: StoryReason;
  readonly viewer: {
    readonly vote: VoteDirection | null;
    readonly canEdit: boolean;
    readonly canDelete: boolean;
  };
}

/** The first words of a story, of which a card shows as many. None if their times are not known. */
export interface StoryOpening {
  readonly words: readonly SpokenWord[];
}

/** A story with the parts that only its own screen needs. */
export interface Story extends StorySummary {
  readonly transcriptWords: readonly StoryWord[] | null;
  /** Null for all but the author, and for a recording that was never transcribed. */
  readonly transcription: StoryTranscription | null;
}
