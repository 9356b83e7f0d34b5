import type { StoryId } from '../ids.ts';
import type { Carers, Explanation, StoryCorrections } from '../corrections/types.ts';
import type { FoundProfile, ProfileSummary } from '../profiles/types.ts';
import type { AskedQuestion } from '../questions/types.ts';
import type { SpokenWord, StoryTranscription, StoryWord, TranscriptState } from '../transcription/types.ts';

export const voteDirections = ['up', 'down'] as const;
export type VoteDirection = (typeof voteDirections)[number];

/** Who sees a story: its author alone, also the asker of its question, or everyone. */
export const storyVisibilities = ['private', 'shared', 'published'] as const;
export type StoryVisibility = (typeof storyVisibilities)[number];

/** The relation of a story to an earlier one: a spoken reply, or a follow-up. */
export const originKinds = ['reply', 'grown'] as const;
export type OriginKind = (typeof originKinds)[number];

/** Who may reply to a story: everyone, everyone after the approval of its author, or nobody. */
export const repliesChoices = ['open', 'first', 'closed'] as const;
export type RepliesChoice = (typeof repliesChoices)[number];

/** The fields of a story for one line. */
export interface StoryLine {
  readonly id: StoryId;
  readonly title: string;
  readonly author: ProfileSummary;
}

/** The story that another one replies to or follows up. */
export interface StoryOrigin {
  readonly kind: OriginKind;
  /** Null if the story no longer exists, or not for the viewer. */
  readonly story: StoryLine | null;
  /** For the author of the later story: the earlier one exists, but not for them, and may return. Missing otherwise. */
  readonly isAway?: true;
  /** The author of that story has not approved the reply. Missing otherwise. */
  readonly isWaiting?: true;
}
/** Who may comment on a story, besides its author: everyone, users, followers of the author, or nobody. */
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
  /** The tag without case and accents, which is unique to the subject. */
  readonly id: string;
  /** The most frequent spelling in its stories. */
  readonly name: string;
  /** `limits.subject.maxCounted` plus one stands for any larger number. */
  readonly storiesCount: number;
}

export interface Subject extends FoundSubject {
  /** The authors whose newest stories about the subject have the most votes. */
  readonly voices: readonly FoundProfile[];
  /** The tags that its newest stories have most often beside it. */
  readonly related: readonly string[];
  readonly viewer: { readonly isFollowing: boolean };
}

/** A sentence of a transcript with a match of a search. */
export interface StoryMoment {
  /** The pieces of the sentence. Every second piece is a match, beginning with the second. */
  readonly parts: readonly string[];
  /** The time of the first match in the recording. Null if unknown. */
  readonly startMs: number | null;
}

/** The reason for a story in 'Para ti': the viewer follows its author or its subject, or liked a story about the subject. */
export type StoryReason =
  | { readonly kind: 'author' | 'new' }
  | { readonly kind: 'subject'; readonly name: string }
  | { readonly kind: 'voted' | 'heard'; readonly title: string };

/** The position of the viewer in a story. */
export interface ListenPosition {
  readonly id: StoryId;
  readonly positionMs: number;
  readonly listenedAt: Date;
}

/** The listening data of the viewer on the server. */
export interface Listens {
  readonly isKept: boolean;
  /** The latest positions, latest first. */
  readonly positions: readonly ListenPosition[];
}

/** The kinds that a user can exclude from 'Para ti'. */
export const leftOutKinds = ['story', 'author', 'subject'] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];

export interface LeftOut {
  readonly kind: LeftOutKind;
  /** The id in the input that undoes the exclusion. */
  readonly id: string;
  /** The title, the username or the tag. */
  readonly name: string;
}

/** A story in lists. */
export interface StorySummary {
  readonly id: StoryId;
  readonly title: string;
  readonly transcript: string;
  readonly transcriptStatus: TranscriptState;
  /** A path on this server that changes with the audio. */
  readonly audioUrl: string;
  readonly durationMs: number;
  /** One text for `decodePeaks`, because a hundred numbers for each story would take more than half of a page. */
  readonly peaks: string;
  /** The gain that makes it as loud as all others. Missing for silence, and before the measurement. */
  readonly gainDb?: number;
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly published: boolean;
  /** For the author: it is their first story, and waits for the approval of a moderator. Missing otherwise. */
  readonly isWaiting?: true;
  /** For the author and the asker: the answered question. Missing otherwise. */
  readonly question?: AskedQuestion;
  /** Only the asker, or the listeners of the story that it replies to, can hear it. Missing otherwise. */
  readonly isShared?: true;
  /** The story that it replies to or follows up. Missing for all others. */
  readonly origin?: StoryOrigin;
  /** Who may reply. Missing if everyone may. */
  readonly replies?: Exclude<RepliesChoice, 'open'>;
  /** Null if the author's account is deleted. */
  readonly author: ProfileSummary | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly comments: number;
  readonly commenters: Commenters;
  /** Whether listeners may make videos of parts of it. */
  readonly clips: boolean;
  /** Set while moderators hide the story, so that only its author and moderators see it. */
  readonly hidden: { readonly at: Date; readonly reason: string | null } | null;
  /** For the author: the recording is being transcribed again, and the text will change. Missing otherwise. */
  readonly isTranscribedAgain?: true;
  /** For the author: the text does not look Spanish, and is unchanged. Missing otherwise. */
  readonly isUnsure?: true;
  /** The passages that a search found, best first. Missing in other lists. */
  readonly moments?: readonly StoryMoment[];
  /** Missing in lists other than 'Para ti'. */
  readonly reason?: StoryReason;
  readonly viewer: {
    readonly vote: VoteDirection | null;
    /** Whether the viewer follows the author. Missing unless only followers may comment. */
    readonly isFollower?: boolean;
    readonly canEdit: boolean;
  };
}

/** The words of a story on its card. Empty without known times. */
export interface StoryOpening {
  readonly words: readonly SpokenWord[];
}

/** A story with the fields that only its own screen needs. */
export interface Story extends StorySummary {
  readonly transcriptWords: readonly StoryWord[] | null;
  /** The indexes of the words that the transcriber was unsure of. */
  readonly doubts: readonly number[];
  /** Null without a correction by others. */
  readonly carers: Carers | null;
  /** Null for others than the author. */
  readonly corrections: StoryCorrections | null;
  /** In the order of the text. Missing without any. */
  readonly explanations?: readonly Explanation[];
  /** Null for others than the author, and for a recording without a transcription. */
  readonly transcription: StoryTranscription | null;
}

/** A story that is kept for an authority, even after its deletion. */
export interface Freeze {
  readonly id: string;
  readonly storyId: StoryId;
  readonly caseNumber: string;
  /** Null for a story that was not public when it was frozen, because reading its title would be a logged view. */
  readonly title: string | null;
  /** False once the author has deleted the story. */
  readonly isThere: boolean;
  /** Null for a deleted account. */
  readonly frozenBy: ProfileSummary | null;
  readonly createdAt: Date;
  readonly endsAt: Date;
  /** Whether its end has been put off, which is possible only once. */
  readonly isProlonged: boolean;
}

/** The copy of a story from the time of its freeze. Times are texts. */
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
