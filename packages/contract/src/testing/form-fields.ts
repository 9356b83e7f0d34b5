import type { z } from 'zod';
import {
  checkConfirmation,
  checkCurrentPassword,
  checkEmail,
  checkPassword,
  checkSignInPassword,
  deletionWord,
  toConfirmation,
} from '../account/rules.ts';
import {
  changePasswordInput,
  deleteAccountByLinkInput,
  deleteAccountInput,
  requestEmailChangeInput,
  requestPasswordResetInput,
  resendVerificationInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
} from '../account/schema.ts';
import { checkAppeal } from '../appeals/rules.ts';
import { appealByLinkInput, appealInput, decideAppealInput } from '../appeals/schema.ts';
import { checkCollectionName } from '../collections/rules.ts';
import { createCollectionInput, updateCollectionInput } from '../collections/schema.ts';
import { checkAnonymousName, checkComment } from '../comments/rules.ts';
import { createCommentInput, removeCommentInput } from '../comments/schema.ts';
import { checkExplanation } from '../corrections/explanation-rules.ts';
import { checkSaid } from '../corrections/rules.ts';
import { explainInput, proposeCorrectionInput } from '../corrections/schema.ts';
import type { ErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';
import { checkNewUsername } from '../profiles/rules.ts';
import { chooseUsernameInput, usernameAvailableInput } from '../profiles/schema.ts';
import { checkQuestion } from '../questions/rules.ts';
import { createQuestionInput } from '../questions/schema.ts';
import { dismissReportsInput, resolveReportsInput } from '../reports/schema.ts';
import { checkAnnouncement } from '../settings/rules.ts';
import { announceInput } from '../settings/schema.ts';
import { checkTag, checkTitle, fixedTags } from '../stories/rules.ts';
import {
  createStoryInput,
  feedInput,
  moderateStoryInput,
  updateStoryInput,
  updateStoryTagsInput,
} from '../stories/schema.ts';
import { checkModerationReason, checkSearch } from '../text/rules.ts';
import { checkTranscript } from '../transcription/rules.ts';
import { listUsersInput, moderateUserInput } from '../users/schema.ts';
import type { TextBounds } from './texts.ts';

/** A text of a form, with the rule in the browser and the input on the server. */
export interface FormField {
  readonly form: string;
  readonly field: string;
  readonly rule: (typed: string) => ErrorCode | null;
  readonly bounds: TextBounds;
  readonly input: z.ZodType;
  /** Returns the input from the form with otherwise valid fields. */
  readonly toInput: (typed: string) => unknown;
}

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const longAddress = (length: number) => `${'a'.repeat(64)}@${'b'.repeat(length - 68)}.es`;

const addresses =
  "ana@ejemplo.com a.b-c+d@sub.ejemplo.es o'neil_7@x-y.museum a@b.cc a@b..c a..b@c.es .a@c.es a.@c.es a@-c.es a@c-.es a@c a@c.e a\u00A0b@c.es ñ@c.es a@ñ.es a@b@c.es".split(
    ' ',
  );

const texts = {
  username: {
    rule: checkNewUsername,
    bounds: { ...limits.username, typical: ['ana', 'abril.sur', 'ñandú_7', 'José-Luis', 'áéíóúüñÁÉÍÓÚÜÑ'] },
  },
  email: {
    rule: checkEmail,
    bounds: {
      ...limits.email,
      typical: [...addresses, ...[-1, 0, 1].map((more) => longAddress(limits.email.maxLength + more))],
    },
  },
  password: { rule: checkPassword, bounds: { ...limits.password, typical: ['érase una vez 7', '😀😀😀'] } },
  signInPassword: { rule: checkSignInPassword, bounds: { ...limits.password, typical: ['x'] } },
  currentPassword: { rule: checkCurrentPassword, bounds: { ...limits.password, typical: ['x'] } },
  confirmation: {
    rule: (typed: string) => checkConfirmation(toConfirmation(typed)),
    bounds: {
      maxLength: deletionWord.length,
      typical: ['ELIMINAR', 'eliminar', ' Eliminar ', 'borrar', 'ELIMINAR ELIMINAR'],
    },
  },
  title: { rule: checkTitle, bounds: { ...limits.title, typical: ['Una tarde de lluvia'] } },
  transcript: { rule: checkTranscript, bounds: { ...limits.transcript, typical: ['Llovía.\nMucho.'] } },
  tag: { rule: checkTag, bounds: { ...limits.tag, typical: [...fixedTags, 'Mi abuela'] } },
  search: { rule: checkSearch, bounds: { ...limits.search, typical: ['lluvia', '100%', 'a_b'] } },
  comment: { rule: checkComment, bounds: { ...limits.comment, typical: ['Qué bonito'] } },
  correction: {
    rule: checkSaid,
    bounds: { ...limits.corrections, typical: ['balsa', 'los EE.UU.', 'ejemplo.com', '<b>'] },
  },
  explanation: {
    rule: checkExplanation,
    bounds: { ...limits.explanations, typical: ['autobús', 'mira ejemplo.com', '<b>'] },
  },
  anonymousName: {
    rule: checkAnonymousName,
    bounds: { ...limits.anonymousName, typical: ['Marisol', '@ana'] },
  },
  collection: {
    rule: checkCollectionName,
    bounds: { ...limits.collection.name, typical: ['Para el tren', 'Miedo 🌙'] },
  },
  question: {
    rule: checkQuestion,
    bounds: { ...limits.question.text, typical: ['¿Cómo conociste al abuelo?'] },
  },
  announcement: {
    rule: checkAnnouncement,
    bounds: { ...limits.announcement, typical: ['El domingo de 9 a 10 no se podrá grabar.'] },
  },
  appeal: { rule: checkAppeal, bounds: { ...limits.appeal, typical: ['No era publicidad.'] } },
  reason: { rule: checkModerationReason, bounds: { ...limits.moderation.reason, typical: ['Spam'] } },
} as const;

const fieldOf = (
  form: string,
  input: z.ZodObject,
  text: keyof typeof texts,
  field: string,
  others: Readonly<Record<string, unknown>> = {},
  toValue: (typed: string) => unknown = (typed) => typed,
): FormField => ({
  form,
  field,
  ...texts[text],
  input,
  toInput: (typed) => ({ ...others, [field]: toValue(typed) }),
});

const token = 'token';
const email = 'ana@ejemplo.com';
const password = 'érase una vez 7';
const username = 'ana';
const acceptsTerms = true;

/** Every text field in the forms of the web. */
export const formFields: readonly FormField[] = [
  fieldOf('sign up', signUpInput, 'username', 'username', { email, password, acceptsTerms }),
  fieldOf('sign up', signUpInput, 'email', 'email', { username, password, acceptsTerms }),
  fieldOf('sign up', signUpInput, 'password', 'password', { username, email, acceptsTerms }),
  fieldOf('sign in', signInInput, 'email', 'email', { password }),
  fieldOf('sign in', signInInput, 'signInPassword', 'password', { email }),
  fieldOf('send the confirmation again', resendVerificationInput, 'email', 'email'),
  fieldOf('recover the account', requestPasswordResetInput, 'email', 'email'),
  fieldOf('set a new password', resetPasswordInput, 'password', 'password', { token }),
  fieldOf('change the password', changePasswordInput, 'currentPassword', 'currentPassword', { password }),
  fieldOf('change the password', changePasswordInput, 'password', 'password', { currentPassword: password }),
  fieldOf('change the e-mail', requestEmailChangeInput, 'email', 'email', { currentPassword: password }),
  fieldOf('change the e-mail', requestEmailChangeInput, 'currentPassword', 'currentPassword', { email }),
  fieldOf('delete the account', deleteAccountInput, 'currentPassword', 'currentPassword', {
    confirmation: deletionWord,
  }),
  fieldOf('delete the account', deleteAccountInput, 'confirmation', 'confirmation', {}, toConfirmation),
  fieldOf(
    'delete the account by link',
    deleteAccountByLinkInput,
    'confirmation',
    'confirmation',
    { token },
    toConfirmation,
  ),
  fieldOf('choose a username', chooseUsernameInput, 'username', 'username'),
  fieldOf('look whether a username is free', usernameAvailableInput, 'username', 'username'),
  fieldOf('save a recording', createStoryInput, 'title', 'title', { recordingId: id }),
  fieldOf('save a recording', createStoryInput, 'transcript', 'transcript', { recordingId: id }),
  fieldOf('save a recording', createStoryInput, 'tag', 'tags', { recordingId: id }, (typed) => [typed]),
  fieldOf('edit a story', updateStoryInput, 'title', 'title', { id }),
  fieldOf('edit a story', updateStoryInput, 'transcript', 'transcript', { id }),
  fieldOf('edit tags', updateStoryTagsInput, 'tag', 'tags', { id }, (typed) => [typed]),
  fieldOf('look for stories', feedInput, 'search', 'search'),
  fieldOf('look for stories', feedInput, 'tag', 'tags', {}, (typed) => [typed]),
  fieldOf('comment', createCommentInput, 'comment', 'content', { id, storyId: id }),
  fieldOf('comment', createCommentInput, 'anonymousName', 'authorName', { id, storyId: id, content: 'Hola' }),
  fieldOf('correct words', proposeCorrectionInput, 'correction', 'said', {
    id,
    startMs: 0,
    endMs: 100,
    text: 'barca',
  }),
  fieldOf('explain words', explainInput, 'explanation', 'explanation', {
    id,
    startMs: 0,
    endMs: 100,
    text: 'guagua',
    regions: ['canarias'],
  }),
  fieldOf('ask for a story', createQuestionInput, 'question', 'text', { id, isOnce: true }),
  fieldOf('create a collection', createCollectionInput, 'collection', 'name'),
  fieldOf('edit a collection', updateCollectionInput, 'collection', 'name', { id, isPublic: true }),
  fieldOf('appeal', appealInput, 'appeal', 'text', { id }),
  fieldOf('appeal by link', appealByLinkInput, 'appeal', 'text', { token }),
  fieldOf('resolve reports', resolveReportsInput, 'reason', 'note', { storyId: id, story: 'hide' }),
  fieldOf('dismiss reports', dismissReportsInput, 'reason', 'note', { storyId: id }),
  fieldOf('hide or restore a story', moderateStoryInput, 'reason', 'reason', { id }),
  fieldOf('remove a comment', removeCommentInput, 'reason', 'reason', { id }),
  fieldOf('suspend or restore a user', moderateUserInput, 'reason', 'reason', { userId: id }),
  fieldOf('decide an appeal', decideAppealInput, 'reason', 'note', { id, decision: 'grant' }),
  fieldOf('announce', announceInput, 'announcement', 'text'),
  fieldOf('look for users', listUsersInput, 'search', 'search'),
];

/** Returns the error code of the server for an input, or null if the server accepts it. */
export const toVerdict = (input: z.ZodType, value: unknown): string | null =>
  input.safeParse(value).error?.issues[0]?.message ?? null;
