/** The rules of the community that a decision can name, like on the page of the rules. */
export const communityRules = ['own', 'respect', 'harm', 'spam'] as const;
export type CommunityRule = (typeof communityRules)[number];

export const ruleTitles = {
  own: 'Cuenta lo tuyo',
  respect: 'Cuida a los demás',
  harm: 'Nada que haga daño',
  spam: 'Sin spam',
} as const satisfies Record<CommunityRule, string>;

/** The decisions that restrict a user. The Digital Services Act requires a statement of reasons for them (article 17). */
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

/** The basis of a decision, without names. */
export interface Statement {
  readonly id: string;
  readonly kind: Restriction;
  /** Null if the moderator named none. */
  readonly rule: CommunityRule | null;
  readonly isReported: boolean;
  /** Whether the machine found watched words. */
  readonly byMachine: boolean;
  /** The date of the restricted content. Null if unknown. */
  readonly contentAt: Date | null;
  readonly createdAt: Date;
}
