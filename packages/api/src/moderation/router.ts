import {
  appealByLinkInput,
  appealInput,
  appealsInput,
  decideAppealInput,
  dismissReportsInput,
  failedInspectionInput,
  failedInspectionsInput,
  failedMailInput,
  failedMailsInput,
  failedTranscriptionsInput,
  hiddenStoriesInput,
  moderateStoryInput,
  moderateUserInput,
  moderationLogInput,
  reportQueueInput,
  listUsersInput,
  noticeByLinkInput,
  noticeInput,
  noticesInput,
  removeCommentInput,
  resolveReportsInput,
  retryFailedTranscriptionInput,
  reviewReportsInput,
  setRoleInput,
} from '@relato/contract';
import { appeal, appealByLink, decideAppeal } from '../appeals/mutations.ts';
import { listAppeals } from '../appeals/queries.ts';
import { repairCounters } from '../counters/mutations.ts';
import { verifyCounters } from '../counters/queries.ts';
import { hideStory, restoreStory } from '../hidings/mutations.ts';
import { listFailedMails } from '../mails/queries.ts';
import { readNotice } from '../notices/mutations.ts';
import { countUnread, listNotices, requireNoticeByLink } from '../notices/queries.ts';
import { listUsers } from '../people/queries.ts';
import { dropFailedInspection, retryFailedInspection } from '../recordings/mutations.ts';
import { listFailedInspections } from '../recordings/queries.ts';
import { listHidden } from '../stories/queries.ts';
import { restoreUser, setRole, suspendUser } from '../suspensions/mutations.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';
import { listFailedTranscriptions } from '../transcription/queries.ts';
import { retryFailedTranscription } from '../transcription/mutations.ts';
import {
  dismissReports,
  dropFailedMail,
  removeComment,
  resolveReports,
  retryFailedMail,
  reviewReports,
} from './mutations.ts';
import { getStats, listCases, listLog } from './queries.ts';

/** Who of those who signed in may call what is in the table of policies. */
export const moderationRouter = router({
  reports: signedInProcedure
    .input(reportQueueInput)
    .query(({ ctx, input }) => listCases(ctx.services, ctx.viewer, input)),
  review: signedInProcedure
    .input(reviewReportsInput)
    .mutation(({ ctx, input }) => reviewReports(ctx.services, ctx.viewer, input.storyId)),
  resolve: signedInProcedure
    .input(resolveReportsInput)
    .mutation(({ ctx, input }) => resolveReports(ctx.services, ctx.viewer, input)),
  dismiss: signedInProcedure
    .input(dismissReportsInput)
    .mutation(({ ctx, input }) => dismissReports(ctx.services, ctx.viewer, input)),
  hiddenStories: signedInProcedure
    .input(hiddenStoriesInput)
    .query(({ ctx, input }) => listHidden(ctx.services, ctx.viewer, input)),
  hideStory: signedInProcedure
    .input(moderateStoryInput)
    .mutation(({ ctx, input }) => hideStory(ctx.services, ctx.viewer, input)),
  restoreStory: signedInProcedure
    .input(moderateStoryInput)
    .mutation(({ ctx, input }) => restoreStory(ctx.services, ctx.viewer, input)),
  removeComment: signedInProcedure
    .input(removeCommentInput)
    .mutation(({ ctx, input }) => removeComment(ctx.services, ctx.viewer, input)),
  users: signedInProcedure
    .input(listUsersInput)
    .query(({ ctx, input }) => listUsers(ctx.services, ctx.viewer, input)),
  suspendUser: signedInProcedure
    .input(moderateUserInput)
    .mutation(({ ctx, input }) => suspendUser(ctx.services, ctx.viewer, input)),
  restoreUser: signedInProcedure
    .input(moderateUserInput)
    .mutation(({ ctx, input }) => restoreUser(ctx.services, ctx.viewer, input)),
  setRole: signedInProcedure
    .input(setRoleInput)
    .mutation(({ ctx, input }) => setRole(ctx.services, ctx.viewer, input)),
  log: signedInProcedure.input(moderationLogInput).query(({ ctx, input }) => listLog(ctx.services, input)),
  stats: signedInProcedure.query(({ ctx }) => getStats(ctx.services)),
  failedInspections: signedInProcedure
    .input(failedInspectionsInput)
    .query(({ ctx, input }) => listFailedInspections(ctx.services, input)),
  retryInspection: signedInProcedure
    .input(failedInspectionInput)
    .mutation(({ ctx, input }) => retryFailedInspection(ctx.services, ctx.viewer, input.recordingId)),
  dropInspection: signedInProcedure
    .input(failedInspectionInput)
    .mutation(({ ctx, input }) => dropFailedInspection(ctx.services, ctx.viewer, input.recordingId)),
  failedTranscriptions: signedInProcedure
    .input(failedTranscriptionsInput)
    .query(({ ctx, input }) => listFailedTranscriptions(ctx.services, input)),
  retryTranscription: signedInProcedure
    .input(retryFailedTranscriptionInput)
    .mutation(({ ctx, input }) => retryFailedTranscription(ctx.services, ctx.viewer, input.recordingId)),
  failedMails: signedInProcedure
    .input(failedMailsInput)
    .query(({ ctx, input }) => listFailedMails(ctx.services, input)),
  retryMail: signedInProcedure
    .input(failedMailInput)
    .mutation(({ ctx, input }) => retryFailedMail(ctx.services, ctx.viewer, input.id)),
  dropMail: signedInProcedure
    .input(failedMailInput)
    .mutation(({ ctx, input }) => dropFailedMail(ctx.services, ctx.viewer, input.id)),
  verifyCounters: signedInProcedure.query(({ ctx }) => verifyCounters(ctx.services)),
  repairCounters: signedInProcedure.mutation(({ ctx }) => repairCounters(ctx.services, ctx.viewer)),
  appeals: signedInProcedure
    .input(appealsInput)
    .query(({ ctx, input }) => listAppeals(ctx.services, ctx.viewer, input)),
  decideAppeal: signedInProcedure
    .input(decideAppealInput)
    .mutation(({ ctx, input }) => decideAppeal(ctx.services, ctx.viewer, input)),
  notices: signedInProcedure
    .input(noticesInput)
    .query(({ ctx, input }) => listNotices(ctx.services, ctx.viewer, input)),
  unreadNotices: signedInProcedure.query(({ ctx }) => countUnread(ctx.services, ctx.viewer)),
  readNotice: signedInProcedure
    .input(noticeInput)
    .mutation(({ ctx, input }) => readNotice(ctx.services, ctx.viewer, input.id)),
  appeal: signedInProcedure
    .input(appealInput)
    .mutation(({ ctx, input }) => appeal(ctx.services, ctx.viewer, input.id, input.text)),
  /** Changes nothing; a mutation, so that the token is in no address. */
  noticeByLink: publicProcedure
    .input(noticeByLinkInput)
    .mutation(({ ctx, input }) => requireNoticeByLink(ctx.services, input.token)),
  appealByLink: publicProcedure
    .input(appealByLinkInput)
    .mutation(({ ctx, input }) => appealByLink(ctx.services, input.token, input.text)),
});
