import './ui/theme/base.css';
import { listenToInputMethods } from './world/composition';
import { framePainted, nextTurn } from './world/turns';

/**
 * The first script, and a small one: where the page was served with a drawn sign-in form, the form can be used before
 * the program runs. Then the program is evaluated in several tasks, its heavy parts one by one, so that no key press
 * waits for all of it. All of it is in one chunk, which the page preloads.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackChunkName: "program" */ 'react-dom/client'),
  () => import(/* webpackChunkName: "program" */ './shell/app'),
  () => import(/* webpackChunkName: "program" */ './shell/AppRoutes'),
];
async function start() {
  if (document.getElementById('root')!.dataset.drawn) {
    await framePainted();
    for (const part of parts) {
      await part();
      await nextTurn();
    }
  }
  await import(/* webpackChunkName: "program" */ './main');
}
// Before the program, whose libraries and tester's tools add theirs.
listenToInputMethods();
void start();
