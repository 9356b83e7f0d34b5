import {
  countStoriesInput,
  createStoryInput,
  feedInput,
  findSubjectsInput,
  hiddenStoriesInput,
  leftOutInput,
  listLeftOutInput,
  moderateStoryInput,
  myStoriesInput,
  rememberListensInput,
  setAnonymousCommentsInput,
  setClipsInput,
  setListensKeptInput,
  storiesByCollectionInput,
  storiesByIdsInput,
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
import { moderatorProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { listByCollection } from './collection-queries.ts';
import { listFeed } from './feed-queries.ts';
import { leaveOut, takeBack } from './for-me/mutations.ts';
import { listLeftOut } from './for-me/left-out-queries.ts';
import { listForMe } from './for-me/queries.ts';
import { hideStory, restoreStory } from './hiding-mutations.ts';
import { listHidden } from './hiding-queries.ts';
import { rememberListens, setListensKept } from './listens/mutations.ts';
import { getListens } from './listens/queries.ts';
import {
  createStory,
  deleteStory,
  setAnonymousComments,
  setClips,
  setPublished,
  transcribeStoryAgain,
  updateStory,
  updateTags,
} from './mutations.ts';
import {
  countPublished,
  listByIds,
  listByUser,
  listMine,
  requireOwnStory,
  requireOpening,
  requireStory,
} from './queries.ts';
import { isSearch, searchFeed } from './search/queries.ts';
import { listSimilar } from './search/similar-queries.ts';
import { listSubjects, requireSubject } from './subjects/queries.ts';
import { castVote } from './vote-mutations.ts';

/** Loads the story of the viewer into `ctx.story`, so that the mutations work on a story that is proven theirs. */
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
    .input(myStoriesInput)
    .query(({ ctx, input }) => listMine(ctx.services, ctx.viewer, input)),
  byUser: publicProcedure({ mayLag: true })
    .input(storiesByUserInput)
    .query(({ ctx, input }) => listByUser(ctx.services, ctx.viewer, input)),
  byCollection: publicProcedure()
    .input(storiesByCollectionInput)
    .query(({ ctx, input }) => listByCollection(ctx.services, ctx.viewer, input)),
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
  setAnonymousComments: ownStoryProcedure
    .input(setAnonymousCommentsInput)
    .mutation(({ ctx, input }) => setAnonymousComments(ctx.services, ctx.story, input.anonymousComments)),
  setClips: ownStoryProcedure
    .input(setClipsInput)
    .mutation(({ ctx, input }) => setClips(ctx.services, ctx.story, input.clips)),
  publish: ownStoryProcedure.mutation(({ ctx }) => setPublished(ctx.services, ctx.story, true)),
  unpublish: ownStoryProcedure.mutation(({ ctx }) => setPublished(ctx.services, ctx.story, false)),
  /** Needs no username, because votes are anonymous. */
  vote: signedInProcedure({ target: 'visible' })
    .input(voteStoryInput)
    .mutation(({ ctx, input }) => castVote(ctx.services, ctx.viewer, input)),
  /** Needs no username, as the next ones do not, because nobody else sees it. */
  listens: signedInProcedure().query(({ ctx }) => getListens(ctx.services, ctx.viewer)),
  setListensKept: signedInProcedure()
    .input(setListensKeptInput)
    .mutation(({ ctx, input }) => setListensKept(ctx.services, ctx.viewer, input.isKept)),
  rememberListens: signedInProcedure()
    .input(rememberListensInput)
    .mutation(({ ctx, input }) => rememberListens(ctx.services, ctx.viewer, input)),
  leftOut: signedInProcedure()
    .input(listLeftOutInput)
    .query(({ ctx, input }) => listLeftOut(ctx.services, ctx.viewer, input)),
  leaveOut: signedInProcedure()
    .input(leftOutInput)
    .mutation(({ ctx, input }) => leaveOut(ctx.services, ctx.viewer, input)),
  takeBack: signedInProcedure()
    .input(leftOutInput)
    .mutation(({ ctx, input }) => takeBack(ctx.services, ctx.viewer, input)),
  delete: ownStoryProcedure.mutation(({ ctx }) => deleteStory(ctx.services, ctx.story)),
  hide: moderatorProcedure()
    .input(moderateStoryInput)
    .mutation(({ ctx, input }) => hideStory(ctx.services, ctx.viewer, input)),
  restore: moderatorProcedure()
    .input(moderateStoryInput)
    .mutation(({ ctx, input }) => restoreStory(ctx.services, ctx.viewer, input)),
  hidden: moderatorProcedure()
    .input(hiddenStoriesInput)
    .query(({ ctx, input }) => listHidden(ctx.services, ctx.viewer, input)),
});
