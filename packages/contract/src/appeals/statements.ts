/** The rules of the community that a decision can name, as the page of the rules has them. */
export const communityRules = ['own', 'respect', 'harm', 'spam'] as const;
export type CommunityRule = (typeof communityRules)[number];

export const ruleTitles = {
  own: 'Cuenta lo tuyo',
  respect: 'Cuida a los demás',
  harm: 'Nada que haga daño',
  spam: 'Sin spam',
} as const satisfies Record<CommunityRule, string>;

/** The decisions that take something from a user, whose reasons the Digital Services Act asks for (article 17). */
export const restrictions = [
  'story_hidden',
  'comment_removed',
  'explanation_removed',
  'account_suspended',
  'profile_cleared',
] as const;
export type Restriction = (typeof restrictions)[number];

const restricting: ReadonlySet<string> = new Set(restrictions);
export const isRestriction = (kind: string): kind is Restriction => restricting.has(kind);

/** What a decision is based on, without names. */
export interface Statement {
  readonly id: string;
  readonly kind: Restriction;
  /** Null if the moderator named none. */
  readonly rule: CommunityRule | null;
  readonly isReported: boolean;
  /** A machine had found watched words. */
  readonly byMachine: boolean;
  /** From when what was restricted is. Null if it is not known. */
  readonly contentAt: Date | null;
  readonly createdAt: Date;
}
