import type { Unused } from './leave-out.ts';

/** Matches an element in JSX. */
const element = (names: string) => new RegExp(String.raw`<(?:${names})[\s/>]`);

/** Saves 14 kB of React DOM and 3 kB of tRPC, compressed: a tenth of a first load. */
export const unusedFeatures: readonly Unused[] = [
  {
    file: /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/,
    features: {
      'the hydration of HTML from the server': {
        use: /\bhydrateRoot\b/,
        functions: `
          canHydrateHydrationBoundary canHydrateInstance canHydrateTextInstance clearHydrationBoundary
          createFiberFromDehydratedFragment getNextHydratable hideOrUnhideDehydratedBoundary
          markRetryLaneIfNotHydrated popHydrationState pushTreeId queueHydrationError queueIfContinuousEvent
          ReactDOMHydrationRoot.prototype.unstable_scheduleHydration retryIfBlockedOn throwOnHydrationMismatch
          updateDehydratedSuspenseComponent`,
      },
      'view transitions': {
        use: /\bViewTransition\b/,
        functions: `
          applyViewTransitionToHostInstances commitAppearingPairViewTransitions commitDeletedPairViewTransitions
          commitEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions
          createViewTransitionInstance getViewTransitionClassName getViewTransitionName
          measureNestedViewTransitions measureViewTransitionHostInstancesRecursive
          restoreEnterOrExitViewTransitions restoreNestedViewTransitions restoreViewTransitionOnHostInstances
          startViewTransition ViewTransitionPseudoElement.prototype.*`,
      },
      'references to fragments': {
        use: /<Fragment\b[^>]*\sref=/,
        functions: `
          addFragmentHandleToFiber commitFragmentInstanceDeletionEffects commitFragmentInstanceInsertionEffects
          commitNewChildToFragmentInstances FragmentInstance FragmentInstance.prototype.*`,
      },
      'elements of the head, and what is loaded by calls': {
        use: new RegExp(
          String.raw`${element('link|meta|title|style|script').source}|\b(?:preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule)\b.*from 'react-dom'`,
        ),
        functions: `
          acquireResource estimateBandwidth getHydratableHoistableCache getResource insertSuspendedStylesheets
          mountHoistable preconnect prefetchDNS preinitModuleScript preinitScript preinitStyle preload preloadModule
          preloadResource suspendInstance suspendResource`,
      },
      'the elements around the app': {
        use: element('html|head|body'),
        functions: 'releaseSingletonInstance resolveSingletonInstance',
      },
      'actions of forms': {
        use: /\buse(?:ActionState|FormState|FormStatus|Optimistic)\b|\bformAction=|<form\b[^>]*\saction=/,
        functions:
          'mountActionState requestFormReset rerenderActionState startHostTransition updateActionState',
      },
      'the component Activity': { use: /\bActivity\b.*from 'react'/, functions: 'updateActivityComponent' },
      'lists of Suspense': {
        use: /\bSuspenseList\b/,
        functions: 'cutOffTailIfNeeded updateSuspenseListComponent',
      },
      'custom elements': { use: element(String.raw`[a-z]+-[\w-]*`), functions: 'setPropOnCustomElement' },
      'the stack of components of an error': {
        use: /\bcomponentStack\b/,
        functions: 'getStackByFiberInDevAndProd',
      },
      'the sign of a transition': {
        use: /\bonDefaultTransitionIndicator\b/,
        functions: 'defaultOnDefaultTransitionIndicator',
      },
      'the events of a selection and before an input': {
        use: /\bon(?:Select|BeforeInput|TextInput)(?:Capture)?=/,
        functions: 'constructSelectEvent getFallbackBeforeInputChars getNativeBeforeInputChars',
      },
      findDOMNode: { use: /\bfindDOMNode\b/, functions: 'ReactDOMSharedInternals.findDOMNode' },
    },
  },
  {
    file: /[\\/]@trpc[\\/]react-query[\\/]dist[\\/]shared-[\w-]+\.mjs$/,
    features: {
      "tRPC's hooks for subscriptions, for Suspense, and for several queries": {
        use: /\.use(?:Subscription|Queries|PrefetchQuery|Suspense\w+)\b/,
        functions: `
          buildQueryFromAsyncIterable createUseQueries usePrefetchQuery$1 useQueries$1 useSubscription
          useSuspenseInfiniteQuery$1 useSuspenseQueries$1 useSuspenseQuery$1`,
      },
    },
  },
  {
    file: /[\\/]@trpc[\\/]client[\\/]dist[\\/]wsLink-[\w-]+\.mjs$/,
    // The class counts its connections, so no bundler drops it.
    features: { WebSockets: { use: /\b(?:wsLink|createWSClient)\b/, functions: 'WsConnection' } },
  },
];
