import type { StoryId } from '../ids.ts';
import type { Carers, Explanation, StoryCorrections } from '../corrections/types.ts';
import type { FoundProfile, ProfileSummary } from '../profiles/types.ts';
import type { AskedQuestion } from '../questions/types.ts';
import type { SpokenWord, StoryTranscription, StoryWord, TranscriptState } from '../transcription/types.ts';

export const voteDirections = ['up', 'down'] as const;
export type VoteDirection = (typeof voteDirections)[number];

/** Who sees a story: its author alone, the asker of its question too, or all. */
export const storyVisibilities = ['private', 'shared', 'published'] as const;
export type StoryVisibility = (typeof storyVisibilities)[number];

/** How a story follows from another one: as a reply by voice, or as a story of one's own. */
export const originKinds = ['reply', 'grown'] as const;
export type OriginKind = (typeof originKinds)[number];

/** Who may reply to a story: anybody, anybody whose reply its author lets in, or nobody. */
export const repliesChoices = ['open', 'first', 'closed'] as const;
export type RepliesChoice = (typeof repliesChoices)[number];

/** A story as a line names it. */
export interface StoryLine {
  readonly id: StoryId;
  readonly title: string;
  readonly author: ProfileSummary;
}

/** The story that another one replies to or grew from. */
export interface StoryOrigin {
  readonly kind: OriginKind;
  /** Null if it is there no longer, or not for the viewer. */
  readonly story: StoryLine | null;
  /** For the author of the one that follows: the other is there, though not for them, and may come back. Missing otherwise. */
  readonly isAway?: true;
  /** The author of that story has not let the reply in. Missing otherwise. */
  readonly isWaiting?: true;
}
/** Who may comment on a story, besides its author: all, users, those who follow the author, or nobody. */
export const commenters = ['anyone', 'members', 'followers', 'nobody'] as const;
export type Commenters = (typeof commenters)[number];

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
  /** For the author: it is their first one, and is published once a moderator lets it in. Missing otherwise. */
  readonly isWaiting?: true;
  /** For the author and the asker: the question that it answers. Missing otherwise. */
  readonly question?: AskedQuestion;
  /** It is heard by those alone whom it answers: by the asker, or as a reply by the listeners of its story. Missing otherwise. */
  readonly isShared?: true;
  /** The story that it replies to or grew from. Missing for all others. */
  readonly origin?: StoryOrigin;
  /** Who may reply to it. Missing if anybody may. */
  readonly replies?: Exclude<RepliesChoice, 'open'>;
  /** Null if the author's account is deleted. */
  readonly author: ProfileSummary | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly comments: number;
  readonly commenters: Commenters;
  /** The same for pages of the version before, which know no more. */
  readonly anonymousComments?: boolean;
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
    /** Whether they follow the author. Missing unless only followers may comment. */
    readonly isFollower?: boolean;
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
  /** The words that the transcriber was unsure of, by their index. */
  readonly doubts: readonly number[];
  /** Null without a correction of others. */
  readonly carers: Carers | null;
  /** Null for all but the author. */
  readonly corrections: StoryCorrections | null;
  /** In the order of the text. Missing without one. */
  readonly explanations?: readonly Explanation[];
  /** Null for all but the author, and for a recording that was never transcribed. */
  readonly transcription: StoryTranscription | null;
}

/** A story that is kept for an authority, also if it is deleted meanwhile. */
export interface Freeze {
  readonly id: string;
  readonly storyId: StoryId;
  readonly caseNumber: string;
  /** Null for a story that was not public when it was frozen: reading that is a look, which is logged. */
  readonly title: string | null;
  /** False once the author has deleted the story. */
  readonly isThere: boolean;
  /** Null for a deleted account. */
  readonly frozenBy: ProfileSummary | null;
  readonly createdAt: Date;
  readonly endsAt: Date;
  /** Its end cannot be put off again. */
  readonly isProlonged: boolean;
}

/** A story as it was when it was frozen. Times are texts. */
export interface FrozenStory {
  readonly story: {
    readonly title: string;
    readonly transcript: string | null;
    readonly transcriptWords: readonly StoryWord[] | null;
    readonly tags: readonly string[];
    readonly durationMs: number;
    readonly published: boolean;
    readonly publishedAt: string | null;
    readonly createdAt: string;
  };
  readonly author: { readonly id: string; readonly username: string | null; readonly email: string | null };
  readonly recording: {
    readonly originalKey: string | null;
    readonly originalSha256: string | null;
    readonly playbackKey: string | null;
  };
  readonly comments: readonly {
    readonly userId: string | null;
    readonly authorName: string;
    readonly content: string;
    readonly createdAt: string;
  }[];
}

export interface WholeFreeze extends Freeze {
  readonly content: FrozenStory;
}
