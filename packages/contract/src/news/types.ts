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

/** What happened to what is the viewer's: of one kind, to one story, in one hour. */
export interface News {
  readonly id: string;
  readonly kind: NewsKind;
  readonly createdAt: Date;
  readonly isRead: boolean;
  /** Who did it last. Without a username for a visitor; null for votes, transcripts and an own correction that was accepted. */
  readonly actor: {
    readonly name: string;
    readonly username: string | null;
    readonly photo: string | null;
  } | null;
  /** How many others did it too, up to `limits.news.maxOfGroup`. */
  readonly others: number;
  /** Null for a follow. */
  readonly story: { readonly id: StoryId; readonly title: string } | null;
  /** How many votes the story had; null for another kind. */
  readonly votes: number | null;
}

/** What the bell lists: news, and the decisions of moderators. */
export type BellItem = News | Notice;

export const digestRhythms = ['daily', 'weekly'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** How the viewer is told of news outside of the app. */
export interface NewsSettings {
  /** The kinds of which no notification is sent. */
  readonly silenced: readonly NewsKind[];
  /** No notification is sent from one minute of the day until another, which may be of the next day. */
  readonly quiet: { readonly from: number; readonly until: number } | null;
  /** How often a mail tells of what is unread. */
  readonly digest: DigestRhythm | null;
  /** By which `quiet` and the hour of the mail are read. */
  readonly timeZone: string;
  /** Null without an address, to which no mail can be sent. */
  readonly email: string | null;
  /** By which a browser subscribes. Null if the server has no public https address, which push services ask for. */
  readonly pushKey: string | null;
}

/**
 * What a screen has to ask for anew: the bell, own stories that wait for their transcript, the comments of a story, or everything,
 * because it is not known what was missed. It has no content, so that nothing but the answer needs a permission.
 */
export type LiveTopic = 'all' | 'news' | 'transcripts' | `comments:${StoryId}`;
