import type { Notice } from '../appeals/types.ts';
import type { StoryId } from '../ids.ts';

export const newsKinds = [
  'comment',
  'mention',
  'votes',
  'follow',
  'transcript',
  'correction',
  'corrected',
  'story',
  'answer',
  'reply',
  'let_in',
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** Events of one kind about one story of the viewer within one hour. */
export interface News {
  readonly id: string;
  readonly kind: NewsKind;
  readonly createdAt: Date;
  readonly isRead: boolean;
  /** The last actor. Without a username for a visitor. Null for votes, transcripts, an own accepted correction and an own first story. */
  readonly actor: {
    readonly name: string;
    readonly username: string | null;
    readonly photo: string | null;
  } | null;
  /** The number of other actors, up to `limits.news.maxOfGroup`. */
  readonly others: number;
  /** Null for a follow. */
  readonly story: { readonly id: StoryId; readonly title: string } | null;
  /** The number of votes of the story. Null for another kind. */
  readonly votes: number | null;
}

/** The items of the bell: news, and the decisions of moderators. */
export type BellItem = News | Notice;

export const digestRhythms = ['daily', 'weekly'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** The notifications of the viewer outside of the app. */
export interface NewsSettings {
  /** The kinds without notifications. */
  readonly silenced: readonly NewsKind[];
  /** The minutes of the day between which no notification is sent. The end may be on the next day. */
  readonly quiet: { readonly from: number; readonly until: number } | null;
  /** The interval of mails about unread news. */
  readonly digest: DigestRhythm | null;
  /** The time zone for `quiet` and the hour of the mail. */
  readonly timeZone: string;
  /** Null without an address for mails. */
  readonly email: string | null;
  /** The key with which a browser subscribes. Null without a public https address, which push services require. */
  readonly pushKey: string | null;
}

/**
 * The data that a screen has to reload: the bell, own stories that wait for their transcript, the comments of a story, or
 * everything after missed events. A topic has no content, so that only the reload needs permissions.
 */
export type LiveTopic = 'all' | 'news' | 'transcripts' | `comments:${StoryId}`;
