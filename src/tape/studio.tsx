import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import createSagaMiddleware from 'redux-saga';
import { madeFor } from '../../contract/domain/text';
import { masked } from '../../contract/wire/secrets';
import type { ConsoleSettings } from '../../contract/wire/settings';
import { studioSaga } from '../sagas/studio';
import { type App, type AppOptions, createApp } from '../shell/app';
import { features } from '../store/features';
import { log } from '../store/log';
import { route, tabs } from '../store/navigation/route';
import { frameName } from '../store/navigation/routes';
import { preferences } from '../store/preferences';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import { type Shown, type StepLine, studio } from '../store/studio';
import { recordGestures } from '../world/gestures';
import { drawn, type Picture, pictureOfPage, rememberRules, sheetsOfPage } from '../world/pictures';
import { studioBrowser } from '../world/studio';
import { markTester, type TesterMark } from '../world/tester';
import type { World } from '../world/world';
import { compare } from './compare';
import { describeDifferences, describeEntry, describeNotes } from './describe';
import { canonical } from './digest';
import { sagaInspector } from './inspect';
import { openPlayer, type Player } from './player';
import { recorder } from './recorder';
import { StudioScreen } from './StudioScreen';
import { seenBy } from './seen';
import { tapePage } from './take/page';
import { browserScript, expectationOf, replayTest } from './take/tests';
import { parseTape, printTape, type Tape } from './tape';
import { toolsOptions } from './tools/options';
import { type Say, tapeSpeaker } from './words';

/** Steps of a tape that are listed before and after the current one. */
const linesAround = 100;
/** Moves the focus to the bar from anywhere on the page, also from inside a dialog, and back. */
const focusKey = 'Alt+T';

const speakers = { zh: tapeSpeaker('zh'), en: tapeSpeaker('en') };

/** The page as the studio needs it. */
export interface Stage {
  app: App;
  /** Draws the real screens over this store in place of the current one. */
  draw(app: App): void;
}

/** The server requires a session for logs, and the frame shows the confirmation. */
function canSendLogs(state: ReturnType<App['getState']>) {
  return tokens.selectors.hasToken(state) && features.selectors.isReady(state, frameName);
}

type Playing = Omit<Player, 'app'> & { app: App };

/**
 * Pictures of a tape that is shown: after each command, of what came last before the next one, and of the end. `dress`
 * is false once the tape has been left.
 */
async function picturesOf(player: Playing, dress: () => false | Promise<void>): Promise<Map<number, Picture>> {
  const at = new Map<number, Picture>();
  let before: Picture | undefined;
  for (const [index, step] of player.steps.entries()) {
    await player.goTo(index + 1);
    const next = player.steps[index + 1];
    if (next && !('do' in next) && !('do' in step)) continue;
    const worn = dress();
    if (worn === false) break;
    await worn;
    await drawn();
    const picture = pictureOfPage();
    if (!before || canonical(picture) !== canonical(before)) at.set(step.step, picture);
    before = picture;
  }
  return at;
}

async function pageOf({ tape }: Playing, name: string, at: Map<number, Picture>, say: Say) {
  return { name: `${name}.html`, text: tapePage(tape, { at, sheets: await sheetsOfPage() }, say) };
}
/** Both tests of a tape; they expect what it comes to. */
async function testsOf(player: Playing, name: string) {
  const { tape, steps } = player;
  await player.goTo(steps.length);
  const seen = seenBy(player, 0);
  return [
    { name: `${name}.test.ts`, text: replayTest(name, tape.note, expectationOf(seen)) },
    { name: `${name}.mjs`, text: browserScript(tape, name, seen) },
  ];
}

function shownOf({ app, at, steps, tape }: Playing, say: Say): Shown {
  const from = Math.max(0, at - linesAround);
  const lines = steps.slice(from, at + linesAround).map(
    (step, index): StepLine => ({
      step: from + index + 1,
      ms: step.ms,
      text: describeEntry(step, tape, say),
    }),
  );
  return { at, path: route.selectors.path(app.getState()), lines };
}

/** What a page in tester mode starts its app with. */
export interface Studio {
  world: World;
  options: Pick<AppOptions, 'listen' | 'monitor'>;
  begin(stage: Stage): void;
}

/**
 * The recorder of this page, and a bar below it that is an app of its own: no part of the studio is in the product's
 * state or on a tape.
 */
export function openStudio(world: World, mark: TesterMark): Studio {
  rememberRules();
  const door = studioBrowser();
  const command = studio.actions;
  const see = () => studio.selectors.all(store.getState());
  const say = () => madeFor(speakers, see().language);
  const record = recorder(
    {
      ...world,
      device: () => ({ ...world.device() }), // as the page found it: a system may change its time zone
      async tape() {
        await null; // the question itself is on the tape, like everything before it
        return door.pack(printTape(recent()));
      },
    },
    { uptime: door.uptime, gestures: recordGestures(() => see().player === null) },
  );
  const inspector = sagaInspector();
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: { studio: studio.reducer },
    middleware: (base) => base({ thunk: false }).concat(sagas),
    devTools: false, // they should show the steps of the tape, not those of its viewer
  });

  const watch: Middleware = (api) => (next) => (action) => {
    const before = preferences.selectors.language(api.getState());
    const result = next(action);
    const after = preferences.selectors.language(api.getState());
    if (before !== after) store.dispatch(command.spoke(after));
    if (settings.actions.learned.match(action) && action.payload.recorded) {
      recorded = action.payload.recorded;
      store.dispatch(command.granted(recorded.until));
    }
    // Another person at this window is not recorded.
    const { user } = session.selectors.all(api.getState());
    if (recorded && user && user.userId !== recorded.userId) {
      recorded = undefined;
      store.dispatch(command.over());
    }
    if (log.actions.failed.match(action) || log.actions.failedOften.match(action))
      store.dispatch(command.faulted({ canAttach: canSendLogs(api.getState()) }));
    if (log.actions.logsSent.match(action)) store.dispatch(command.attached());
    return result;
  };

  const recent = (note = ''): Tape => record.tape({ release: world.ownRelease(), note });
  let cut: Tape | undefined;
  /** Whom an administrator has recorded here. */
  let recorded: ConsoleSettings['recorded'];

  const recordedUntil = async () => {
    const now = await door.recorded();
    return now && now.userId === recorded?.userId ? now.until : null;
  };

  // Registered before the page's own listeners: the first one is called first.
  const isLive = () => see().player === null;
  door.guard({
    isLive,
    isRecording: () => see().stage === 'recording',
    pressed(combo, target, isInside) {
      if (combo === focusKey) {
        door.focus();
        return true;
      }
      if (isLive()) return false;
      // A focused button is pressed with the space bar, as everywhere.
      const isButton = isInside && target.closest('button') !== null;
      const isListed = isInside && target.closest('[data-steps]') !== null;
      const steps = see().player?.steps ?? 0;
      const does = {
        ArrowLeft: command.goBy(-1),
        ArrowRight: command.goBy(1),
        Home: command.goTo(0),
        End: command.goTo(steps),
        Escape: command.leave(),
        ...(isListed ? { ArrowUp: command.goBy(-1), ArrowDown: command.goBy(1) } : {}),
        ...(isButton ? {} : { Space: command.toggle() }),
      }[combo];
      if (does) store.dispatch(does);
      return does !== undefined;
    },
  });

  const begin = ({ app: live, draw }: Stage) => {
    let player: Playing | undefined;
    let openedAs = '';
    /** The appearance lies partly outside of the component tree: it follows the app that is drawn. */
    let worn = preferences.selectors.all(live.getState());
    const dress = async (app: App) => {
      const before = worn;
      worn = preferences.selectors.all(app.getState());
      if (worn.mode !== before.mode) world.setColorScheme(worn.mode);
      // A page without its texts still works.
      if (worn.language !== before.language) await world.loadLanguage(worn.language).catch(() => undefined);
    };
    const shown = (current: Playing) => shownOf(current, say());
    sagas.run(studioSaga, {
      now: door.now,
      sleep: door.sleep,
      isDirty: () => tabs.selectors.hasUnsaved(live.getState()),
      beginAnew({ isRecording }) {
        markTester({ ...mark, isRecording });
        door.beginAnew();
      },
      keep(kept) {
        mark = kept;
        markTester(mark);
      },
      length: () => ({ ms: record.ms(), steps: record.steps }),
      cut() {
        cut = recent();
      },
      tape(which, note) {
        const tape = which === 'cut' && cut ? { ...cut, note } : recent(note);
        return { text: printTape(tape), isCut: tape.isCut === true };
      },
      saveFile: door.saveFile,
      pickFile: door.pickFile,
      async open({ name, text }) {
        const tape = parseTape(text);
        const opened = await openPlayer(tape, createApp, {
          turn: door.turn,
          load: world.load,
          tools: toolsOptions('LeaseDesk 回放'),
        });
        player = opened;
        openedAs = name;
        worn = preferences.selectors.all(live.getState());
        await dress(opened.app);
        draw(opened.app);
        return { name, note: tape.note, steps: opened.steps.length, ...shown(opened) };
      },
      async goTo(step) {
        const current = player;
        if (!current) throw new Error('no tape is open');
        await current.goTo(step);
        if (player === current) await dress(current.app);
        return shown(current);
      },
      judge() {
        if (!player) return [];
        const { tape } = player;
        const found = compare(tape, player.again());
        if (!found) return [];
        const unanswered = player.unanswered();
        return [
          ...describeDifferences(found, tape, say()),
          ...describeNotes(found, tape, say()),
          ...(unanswered.length > 0 ? [say()('unanswered', { list: unanswered.join(', ') })] : []),
        ];
      },
      async take(what) {
        const current = player;
        if (!current) throw new Error('no tape is open');
        const name = openedAs.replace(/\.json$/i, '');
        if (what === 'tests') return testsOf(current, name);
        const at = await picturesOf(current, () => player === current && dress(current.app));
        return player === current ? [await pageOf(current, name, at, say())] : [];
      },
      recordedUntil,
      end() {
        record.end();
        markTester(null);
      },
      attach: () => void live.dispatch(log.actions.sendLogs({ withTape: true })),
      async leave() {
        player = undefined;
        draw(live);
        await dress(live);
      },
    });

    door.expose('lease', {
      /** The running sagas, the open questions, and the position of the tape. */
      inspect: () => ({
        ...inspector.lines(),
        open: record.open().map(({ ask, port, args, since }) => ({
          ask,
          port,
          args: masked(args),
          ms: Math.round(door.uptime() - since),
        })),
        steps: record.steps,
        path: route.selectors.path(live.getState()),
      }),
      tape: () => recent(),
      save: () => store.dispatch(command.saveRecent()),
    });

    store.dispatch(command.spoke(preferences.selectors.language(live.getState())));
    store.dispatch(
      command.began({
        isFolded: mark.isFolded ?? false,
        isLeft: mark.isLeft ?? false,
        stage: mark.isRecording ? 'recording' : 'ready',
      }),
    );
    createRoot(door.host()).render(
      <Provider store={store}>
        <StudioScreen speakers={speakers} />
      </Provider>,
    );
  };

  return { world: record.world, options: { listen: [record.listen, watch], monitor: inspector.monitor }, begin };
}
