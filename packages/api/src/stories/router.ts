import {
  countStoriesInput,
  createStoryInput,
  feedInput,
  findSubjectsInput,
  pageInput,
  freezeInput,
  freezeStoryInput,
  leftOutInput,
  hideStoryInput,
  letInInput,
  moderateStoryInput,
  publishStoryInput,
  rememberListensInput,
  setCommentersInput,
  setClipsInput,
  setListenersDecideInput,
  setListensKeptInput,
  setRepliesInput,
  storiesByCollectionInput,
  storiesByIdsInput,
  storiesByOriginInput,
  storiesByQuestionInput,
  storiesByUserInput,
  storyInput,
  subjectInput,
  toSearchOrder,
  transcribeStoryAgainInput,
  updateStoryInput,
  updateStoryTagsInput,
  voteStoryInput,
} from '@relato/contract';
import type { Policy } from '../rpc/enforce-policy.ts';
import {
  administratorProcedure,
  moderatorProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '../rpc/trpc.ts';
import { listByCollection } from './collection-queries.ts';
import { listFeed, requireOpening } from './feed-queries.ts';
import { leaveOut, takeBack } from './for-me/mutations.ts';
import { listLeftOut } from './for-me/left-out-queries.ts';
import { listForMe } from './for-me/queries.ts';
import { endFreeze, freezeStory } from './freezes/mutations.ts';
import { listFreezes, readFreeze } from './freezes/queries.ts';
import { hideStory, restoreStory } from './hiding-mutations.ts';
import { listHidden } from './hiding-queries.ts';
import { rememberListens, setListensKept } from './listens/mutations.ts';
import { getListens } from './listens/queries.ts';
import {
  createStory,
  deleteStory,
  setSwitch,
  transcribeStoryAgain,
  updateStory,
  updateTags,
} from './mutations.ts';
import { countPublished, listByUser, listMine } from './authors/queries.ts';
import { listByIds, requireStory } from './queries.ts';
import { isSearch, searchFeed } from './search/queries.ts';
import { listSimilar } from './search/similar-queries.ts';
import { listSubjects, requireSubject } from './subjects/queries.ts';
import { leaveThread, letIn } from './threads/mutations.ts';
import { listAncestors, listGrown, listReplies } from './threads/queries.ts';
import { setVisibility } from './visibility/mutations.ts';
import { listByQuestion, requireOwnStory } from './visibility/queries.ts';
import { castVote } from './vote-mutations.ts';

/** Loads the viewer's story into `ctx.story`, so that the mutations work on a story that is proven theirs. */
const limitedOwnStoryProcedure = (details: Pick<Policy, 'limits'>) =>
  signedInProcedure({ target: 'own', ...details })
    .input(storyInput)
    .use(async ({ ctx, input, next }) => {
      const story = await requireOwnStory(ctx.services, ctx.viewer, input.id);
      return next({ ctx: { story } });
    });
const ownStoryProcedure = limitedOwnStoryProcedure({});

export const storiesRouter = router({
  feed: publicProcedure({ searchLimits: ['search'], mayLag: true })
    .input(feedInput)
    .query(({ ctx: { services, viewer, request }, input }) => {
      const inOrder = { ...input, order: toSearchOrder(input.order) };
      if (isSearch(input)) return searchFeed(services, viewer, inOrder, request);
      return input.order === 'forMe'
        ? listForMe(services, viewer, input)
        : listFeed(services, viewer, inOrder);
    }),
  byId: publicProcedure({ target: 'visible', mayLag: true })
    .input(storyInput)
    .query(({ ctx, input }) => requireStory(ctx.services, ctx.viewer, input.id)),
  opening: publicProcedure({ target: 'visible', limits: ['opening'], mayLag: true })
    .input(storyInput)
    .query(({ ctx, input }) => requireOpening(ctx.services, ctx.viewer, input.id)),
  similar: publicProcedure({ limits: ['similar'], mayLag: true })
    .input(storyInput)
    .query(({ ctx, input }) => listSimilar(ctx.services, ctx.viewer, input.id, ctx.request)),
  byIds: publicProcedure({ mayLag: true })
    .input(storiesByIdsInput)
    .query(({ ctx, input }) => listByIds(ctx.services, ctx.viewer, input.ids)),
  mine: signedInProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listMine(ctx.services, ctx.viewer, input)),
  byUser: publicProcedure({ mayLag: true })
    .input(storiesByUserInput)
    .query(({ ctx, input }) => listByUser(ctx.services, ctx.viewer, input)),
  byCollection: publicProcedure()
    .input(storiesByCollectionInput)
    .query(({ ctx, input }) => listByCollection(ctx.services, ctx.viewer, input)),
  byQuestion: signedInProcedure()
    .input(storiesByQuestionInput)
    .query(({ ctx, input }) => listByQuestion(ctx.services, ctx.viewer, input)),
  replies: publicProcedure({ mayLag: true })
    .input(storiesByOriginInput)
    .query(({ ctx, input }) => listReplies(ctx.services, ctx.viewer, input)),
  grown: publicProcedure({ mayLag: true })
    .input(storiesByOriginInput)
    .query(({ ctx, input }) => listGrown(ctx.services, ctx.viewer, input)),
  ancestors: publicProcedure({ mayLag: true })
    .input(storyInput)
    .query(({ ctx, input }) => listAncestors(ctx.services, ctx.viewer, input.id)),
  count: publicProcedure()
    .input(countStoriesInput)
    .query(({ ctx, input }) => countPublished(ctx.services, ctx.viewer, input.userId)),
  subject: publicProcedure({ mayLag: true })
    .input(subjectInput)
    .query(({ ctx, input }) => requireSubject(ctx.services, ctx.viewer, input.tag)),
  findSubjects: publicProcedure({ limits: ['people'], mayLag: true })
    .input(findSubjectsInput)
    .query(({ ctx, input }) => listSubjects(ctx.services, input)),
  create: signedInProcedure({ target: 'own' })
    .input(createStoryInput)
    .mutation(async ({ ctx, input }) => {
      const id = await createStory(ctx.services, ctx.viewer, input);
      return requireStory(ctx.services, ctx.viewer, id);
    }),
  update: ownStoryProcedure.input(updateStoryInput).mutation(async ({ ctx, input }) => {
    await updateStory(ctx.services, ctx.story, input);
    return requireStory(ctx.services, ctx.viewer, input.id);
  }),
  transcribeAgain: limitedOwnStoryProcedure({ limits: ['transcription'] })
    .input(transcribeStoryAgainInput)
    .mutation(({ ctx, input }) => transcribeStoryAgain(ctx.services, ctx.story, input.replaceEdits)),
  updateTags: ownStoryProcedure
    .input(updateStoryTagsInput)
    .mutation(({ ctx, input }) => updateTags(ctx.services, ctx.story, input.tags)),
  setCommenters: ownStoryProcedure
    .input(setCommentersInput)
    .mutation(({ ctx, input: { commenters } }) => setSwitch(ctx.services, ctx.story, { commenters })),
  setClips: ownStoryProcedure
    .input(setClipsInput)
    .mutation(({ ctx, input: { clips } }) => setSwitch(ctx.services, ctx.story, { clips })),
  setListenersDecide: ownStoryProcedure
    .input(setListenersDecideInput)
    .mutation(({ ctx, input: { listenersDecide } }) =>
      setSwitch(ctx.services, ctx.story, { listenersDecide }),
    ),
  setReplies: ownStoryProcedure
    .input(setRepliesInput)
    .mutation(({ ctx, input: { replies } }) => setSwitch(ctx.services, ctx.story, { replies })),
  /** The viewer must own the story that the reply answers. */
  letIn: signedInProcedure({ target: 'own' })
    .input(letInInput)
    .mutation(({ ctx, input: { id } }) => letIn(ctx.services, ctx.viewer, id)),
  /** The viewer must own the story, or the one that it follows. */
  leaveThread: signedInProcedure({ target: 'own' })
    .input(storyInput)
    .mutation(({ ctx, input }) => leaveThread(ctx.services, ctx.viewer, input.id)),
  publish: ownStoryProcedure
    .input(publishStoryInput)
    .mutation(({ ctx, input }) =>
      setVisibility(ctx.services, ctx.story, 'published', { voicesAgreed: input.voicesAgreed === true }),
    ),
  share: ownStoryProcedure.mutation(({ ctx }) => setVisibility(ctx.services, ctx.story, 'shared')),
  unpublish: ownStoryProcedure.mutation(({ ctx }) => setVisibility(ctx.services, ctx.story, 'private')),
  /** Needs no username, because votes are anonymous. */
  vote: signedInProcedure({ target: 'visible' })
    .input(voteStoryInput)
    .mutation(({ ctx, input }) => castVote(ctx.services, ctx.viewer, input)),
  /** Needs no username, as the next ones do not, because no other user sees it. */
  listens: signedInProcedure().query(({ ctx }) => getListens(ctx.services, ctx.viewer)),
  setListensKept: signedInProcedure()
    .input(setListensKeptInput)
    .mutation(({ ctx, input }) => setListensKept(ctx.services, ctx.viewer, input.isKept)),
  rememberListens: signedInProcedure()
    .input(rememberListensInput)
    .mutation(({ ctx, input }) => rememberListens(ctx.services, ctx.viewer, input)),
  leftOut: signedInProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listLeftOut(ctx.services, ctx.viewer, input)),
  leaveOut: signedInProcedure()
    .input(leftOutInput)
    .mutation(({ ctx, input }) => leaveOut(ctx.services, ctx.viewer, input)),
  takeBack: signedInProcedure()
    .input(leftOutInput)
    .mutation(({ ctx, input }) => takeBack(ctx.services, ctx.viewer, input)),
  delete: ownStoryProcedure.mutation(({ ctx }) => deleteStory(ctx.services, ctx.story)),
  hide: moderatorProcedure()
    .input(hideStoryInput)
    .mutation(({ ctx, input }) => hideStory(ctx.services, ctx.viewer, input)),
  restore: moderatorProcedure()
    .input(moderateStoryInput)
    .mutation(({ ctx, input }) => restoreStory(ctx.services, ctx.viewer, input)),
  freeze: administratorProcedure()
    .input(freezeStoryInput)
    .mutation(({ ctx, input }) => freezeStory(ctx.services, ctx.viewer, input)),
  endFreeze: administratorProcedure()
    .input(freezeInput)
    .mutation(({ ctx, input }) => endFreeze(ctx.services, ctx.viewer, input.id)),
  freezes: administratorProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listFreezes(ctx.services, input)),
  frozen: administratorProcedure()
    .input(freezeInput)
    .query(({ ctx, input }) => readFreeze(ctx.services, ctx.viewer, input.id)),
  hidden: moderatorProcedure()
    .input(pageInput)
    .query(({ ctx, input }) => listHidden(ctx.services, ctx.viewer, input)),
});
