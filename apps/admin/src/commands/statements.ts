import {
  ruleTitles,
  limits,
  statementsInput,
  type CommunityRule,
  type Restriction,
  type Statement,
  toUtcDay,
} from '@relato/contract';
import { local } from '../command.ts';
import { untilAdmitted } from '../until-admitted.ts';

const countries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);

const restrictionsOf: Readonly<Record<Restriction, object>> = {
  story_hidden: {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
    content_type: ['CONTENT_TYPE_AUDIO', 'CONTENT_TYPE_TEXT'],
  },
  comment_removed: {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
    content_type: ['CONTENT_TYPE_TEXT'],
  },
  explanation_removed: {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
    content_type: ['CONTENT_TYPE_TEXT'],
  },
  profile_cleared: {
    decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
    content_type: ['CONTENT_TYPE_IMAGE', 'CONTENT_TYPE_TEXT'],
  },
  account_suspended: {
    decision_account: 'DECISION_ACCOUNT_SUSPENDED',
    content_type: ['CONTENT_TYPE_OTHER'],
    content_type_other: 'Account',
  },
};

const categories: Readonly<Record<CommunityRule, string>> = {
  own: 'DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
  respect: 'ILLEGAL_OR_HARMFUL_SPEECH',
  harm: 'OTHER_VIOLATION_TC',
  spam: 'OTHER_VIOLATION_TC',
};

const toYes = (is: boolean): string => (is ? 'Yes' : 'No');

/** The columns of the transparency database of the European Union that this product fills. */
const columns = [
  'decision_visibility',
  'decision_account',
  'decision_ground',
  'incompatible_content_ground',
  'incompatible_content_explanation',
  'incompatible_content_illegal',
  'category',
  'content_type',
  'content_type_other',
  'content_language',
  'content_date',
  'application_date',
  'territorial_scope',
  'decision_facts',
  'source_type',
  'automated_detection',
  'automated_decision',
  'puid',
] as const;
type Row = Partial<Record<(typeof columns)[number], string | readonly string[]>>;

/**
 * Converts a statement to the fields of https://transparency.dsa.ec.europa.eu/page/api-documentation, without naming a
 * person.
 */
function toRow({ kind, rule, ...statement }: Statement): Row {
  const ground = rule === null ? 'Normas' : ruleTitles[rule];
  const category = rule === null ? 'OTHER_VIOLATION_TC' : categories[rule];
  const found = statement.byMachine ? 'Watched words were found by a machine. ' : '';
  const reported = statement.isReported ? 'Users had reported a story. ' : '';
  return {
    ...restrictionsOf[kind],
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    incompatible_content_ground: ground,
    incompatible_content_explanation: `It breaks the rule «${ground}».`,
    incompatible_content_illegal: 'No',
    category: `STATEMENT_CATEGORY_${category}`,
    content_language: 'ES',
    content_date: toUtcDay(statement.contentAt ?? statement.createdAt),
    application_date: toUtcDay(statement.createdAt),
    territorial_scope: countries,
    decision_facts: `${reported}${found}A moderator looked at it and decided.`,
    source_type: statement.isReported ? 'SOURCE_ARTICLE_16' : 'SOURCE_VOLUNTARY',
    automated_detection: toYes(statement.byMachine),
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: statement.id,
  };
}

const toCell = (value: string | readonly string[] = ''): string => {
  const text = typeof value === 'string' ? value : value.join('|');
  return /[",\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const statements = [
  local('statements', statementsInput.pick({ year: true }), {
    summary:
      'Prints the statements of reasons of a year as CSV, or with --json, in the fields of the EU transparency database',
    about: { year: 'the year of the decisions, in UTC' },
    run: async ({ io, connect }, { year }) => {
      const client = await connect();
      const value: Row[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const next = { year, cursor, limit: limits.page.maxSize };
        const page = await untilAdmitted(io, () => client.appeals.statements.query(next));
        value.push(...page.items.map(toRow));
        cursor = page.nextCursor;
      }
      const toLine = (row: Row): string => columns.map((column) => toCell(row[column])).join(',');
      return { value, toLines: () => [columns.join(','), ...value.map(toLine)] };
    },
  }),
];
