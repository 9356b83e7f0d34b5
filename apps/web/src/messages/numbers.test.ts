import { limits } from '@relato/contract/limits';
import { retention } from '@relato/contract/retention';
import { describe, expect, it } from 'vitest';

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], { eager: true });

function* listTexts(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      yield* listTexts(each, path === '' ? key : `${path}.${key}`);
}

const words: Readonly<Record<string, number>> = { cinco: 5 };

/** Returns the numbers of a text: with digits as Spanish writes them, or in words. */
const readNumbers = (text: string): readonly number[] =>
  // Ignores the digits of names, such as MP3.
  Array.from(
    text.matchAll(/(?<!\p{L})[\d.,]*\d|\bcinco\b/gu),
    ([number]) => words[number] ?? Number(number.replaceAll('.', '').replace(',', '.')),
  );

const { recording, player } = limits;
const minutes = recording.maxDurationMs / 60_000;
const megabytes = recording.maxBytes / 1024 ** 2;
const gigabytes = recording.maxStoredBytes / 1024 ** 3;

/** The numbers of all texts that have one. */
const expected = {
  'answersText.limit': [limits.reply.maxDurationMs / 1_000],
  'answersText.tooLong': [limits.reply.maxDurationMs / 1_000],
  'clipText.lengths.long': [limits.clip.maxMs / 1_000],
  'clipText.lengths.short': [limits.clip.shortMs / 1_000],
  'correctionsText.listenersDecideHint': [limits.corrections.agreeing, limits.newcomer.days],
  'correctionsText.tooMany': [limits.corrections.maxWords],
  'errorText.ABOUT_TOO_LONG': [limits.about.maxLength],
  'errorText.ANNOUNCEMENT_TOO_LONG': [limits.announcement.maxLength],
  'errorText.ANONYMOUS_NAME_TOO_LONG': [limits.anonymousName.maxLength],
  'errorText.APPEAL_TOO_LONG': [limits.appeal.maxLength],
  'errorText.AUDIO_TOO_BIG': [megabytes],
  'errorText.AUDIO_TOO_LONG': [minutes],
  'errorText.BLOCKS_TOO_MANY': [limits.block.maxPeople],
  'errorText.COMMENT_TOO_LONG': [limits.comment.maxLength],
  'errorText.COLLECTIONS_TOO_MANY': [limits.collection.maxCount],
  'errorText.COLLECTION_FULL': [limits.collection.maxStories],
  'errorText.COLLECTION_NAME_TOO_LONG': [limits.collection.name.maxLength],
  'explanationsText.whereHint': [limits.explanations.maxRegions],
  'errorText.EXPLANATION_TOO_LONG': [limits.explanations.maxLength],
  'errorText.EXPLANATION_REGIONS': [limits.explanations.maxRegions],
  'errorText.EXPLANATION_NOT_A_WORD': [limits.explanations.maxWords],
  'errorText.CORRECTION_TOO_LONG': [limits.corrections.maxSaidWords, limits.corrections.maxLength],
  'errorText.FOLLOWED_TAGS_TOO_MANY': [limits.followedTags.maxCount],
  'errorText.FREEZE_CASE_INVALID': [limits.freeze.caseNumber.maxLength],
  'errorText.FREEZE_DATE_INVALID': [limits.freeze.maxDays, retention.frozenStory.days],
  'errorText.LIST_NAME_INVALID': [limits.watched.name.maxLength],
  'errorText.WATCHED_WORD_INVALID': [limits.watched.word.maxLength],
  'errorText.WATCHED_LISTS_TOO_MANY': [limits.watched.maxLists],
  'errorText.MUTED_WORDS_TOO_MANY': [limits.mutedWord.maxCount],
  'errorText.MUTED_WORD_INVALID': [limits.mutedWord.maxLength],
  'errorText.PASSWORD_TOO_LONG': [limits.password.maxLength],
  'errorText.PASSWORD_TOO_SHORT': [limits.password.minLength],
  'errorText.QUESTIONS_TOO_MANY': [limits.question.maxOpen],
  'errorText.QUESTION_TOO_LONG': [limits.question.text.maxLength],
  'errorText.REACTIONS_TOO_MANY': [limits.reactions.maxPerStory],
  'errorText.REASON_TOO_LONG': [limits.moderation.reason.maxLength],
  'errorText.REPLY_TOO_LONG': [limits.reply.maxDurationMs / 1_000],
  'errorText.SEARCH_TOO_LONG': [limits.search.maxLength],
  'errorText.STORAGE_FULL': [gigabytes],
  'errorText.TAGS_TOO_MANY': [limits.tag.maxCount],
  'errorText.TAG_TOO_LONG': [limits.tag.maxLength],
  'errorText.TITLE_TOO_LONG': [limits.title.maxLength],
  'errorText.TOLD_TOO_MANY': [limits.news.maxPeople],
  'errorText.TRANSCRIPT_TOO_LONG': [limits.transcript.maxLength],
  'errorText.USERNAME_TOO_LONG': [limits.username.maxLength],
  'errorText.USERNAME_TOO_MANY': [limits.username.maxHeld],
  'errorText.USERNAME_TOO_SHORT': [limits.username.minLength],
  'freezesText.add.untilHint': [limits.freeze.maxDays],
  'freezesText.prolong.hint': [retention.frozenStory.days],
  'forMeText.listens.hint': [limits.listens.maxCount],
  'landingText.text': [minutes],
  'noticesText.byLink.leaving': [retention.signUpBar.days],
  'playerText.keys': [player.keyStepSeconds, player.seekStepSeconds, player.keyPageSeconds],
  'recorderIdleText.replyUpTo': [limits.reply.maxDurationMs / 1_000],
  'recorderIdleText.upTo': [minutes],
  'recorderReviewText.failures.storage-full': [gigabytes],
  'recorderReviewText.failures.too-big': [megabytes],
  'recorderReviewText.stopped.limit': [minutes],
  'signInText.passwordHint': [limits.password.minLength],
};

describe('the numbers in the texts', () => {
  it('are those of the limits', () => {
    const found = Object.values(modules)
      .flatMap((module) => Array.from(listTexts(module, '')))
      .map(([path, text]) => [path, readNumbers(text)] as const)
      .filter(([, numbers]) => numbers.length > 0);
    expect(Object.fromEntries(found)).toEqual(expected);
  });
});
