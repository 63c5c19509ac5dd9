import { useDispatch, useSelector } from 'react-redux';
import { dateTime } from '../../contract/domain/calendar';
import { type Language, madeFor } from '../../contract/domain/text';
import { type Notice, speeds, studio } from '../store/studio';
import { StudioBar, type StudioBarProps, StudioPlayer, type StudioPlayerProps } from './StudioBar';

type BarWord = keyof StudioBarProps['words'];
type PlayerWord = Exclude<keyof StudioPlayerProps<string>['words'], 'speeds' | 'step' | 'steps' | 'verdict'>;
type OwnWord =
  | 'speed1'
  | 'speed4'
  | 'speedMax'
  | 'stepNumber'
  | 'stepList'
  | 'asRecorded'
  | 'notAsRecorded'
  | 'savedAs'
  | 'savedInPart'
  | 'notTape'
  | 'attached'
  | 'granted'
  | 'made'
  | 'failed';
/** Texts of the studio; they are stored with the tape code and passed in. */
export type StudioSay = (word: BarWord | PlayerWord | OwnWord, values?: Record<string, string | number>) => string;

const barWords = [
  ...([
    'studio',
    'record',
    'recordAnew',
    'recordHint',
    'recording',
    'stopRecording',
    'recent',
    'recentHint',
    'open',
    'openHint',
  ] as const),
  ...(['note', 'save', 'discard', 'ask', 'yes', 'no', 'fold', 'unfold', 'move', 'fault', 'attach', 'dismiss'] as const),
] satisfies BarWord[];
const playerWords = [
  ...(['player', 'replay', 'unreal', 'back', 'on', 'play', 'pause', 'speed', 'address', 'begins'] as const),
  ...(['showList', 'hideList', 'leave', 'asPage', 'asTest'] as const),
] satisfies PlayerWord[];

function said<W extends BarWord | PlayerWord>(say: StudioSay, words: readonly W[]) {
  return Object.fromEntries(words.map((word) => [word, say(word)])) as Record<W, string>;
}

function told(notice: Notice, say: StudioSay): NonNullable<StudioBarProps['notice']> {
  switch (notice.kind) {
    case 'saved':
      return { tone: 'good', text: say('savedAs', { file: notice.text }) };
    case 'savedInPart':
      return { tone: 'bad', text: say('savedInPart', { file: notice.text }) };
    case 'attached':
      return { tone: 'good', text: say('attached') };
    case 'unreadable':
      return { tone: 'bad', text: say('notTape', { reason: notice.text }) };
    case 'failed':
      return { tone: 'bad', text: say('failed', { reason: notice.text }) };
  }
}

/** The container of the studio: the bar, or the player in its place. */
export function StudioScreen({ speakers }: { speakers: Record<Language, StudioSay> }) {
  const dispatch = useDispatch();
  const state = useSelector(studio.selectors.all);
  const { language, player, notice } = state;
  const say = madeFor(speakers, language);
  const at = studio.actions;
  if (player)
    return (
      <StudioPlayer
        {...player}
        words={{
          ...said(say, playerWords),
          speeds: { 1: say('speed1'), 4: say('speed4'), max: say('speedMax') },
          step: say('stepNumber'),
          steps: say('stepList'),
          verdict: say(player.verdict?.length ? 'notAsRecorded' : 'asRecorded'),
        }}
        taken={player.taken.length > 0 ? say('made', { files: player.taken.join(' ') }) : ''}
        onTake={(what) => dispatch(at.take(what))}
        speeds={speeds}
        onStep={(by) => dispatch(at.goBy(by))}
        onGo={(step) => dispatch(at.goTo(step))}
        onToggle={() => dispatch(at.toggle())}
        onSpeed={(speed) => dispatch(at.pace(speed))}
        onList={(isListed) => dispatch(at.list(isListed))}
        onLeave={() => dispatch(at.leave())}
      />
    );
  if (state.isOver && state.stage !== 'stopped' && !notice) return null;
  const { until, isOver } = state;
  return (
    <StudioBar
      {...state}
      granted={until && !isOver ? say('granted', { time: dateTime(until).slice(11, 16) }) : ''}
      words={{ ...said(say, barWords), steps: say('steps', { steps: state.steps }) }}
      notice={notice && told(notice, say)}
      onRecord={() => dispatch(at.record())}
      onAnswer={(isSure) => dispatch(at.answer(isSure))}
      onStop={() => dispatch(at.stop())}
      onNote={(text) => dispatch(at.write(text))}
      onSave={() => dispatch(at.save())}
      onDiscard={() => dispatch(at.discard())}
      onRecent={() => dispatch(at.saveRecent())}
      onOpen={() => dispatch(at.open())}
      onAttach={() => dispatch(at.attach())}
      onDismiss={() => dispatch(at.dismiss())}
      onFold={(isFolded) => dispatch(at.fold(isFolded))}
      onMove={() => dispatch(at.move())}
    />
  );
}
