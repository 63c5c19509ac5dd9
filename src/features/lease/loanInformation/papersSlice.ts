import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type PaperType, paperTypes, type Reading, type ReadingStatus } from '../../../../contract/wire/ocr/papers';
import { tabs } from '../../../store/navigation/route';
import { session } from '../../../store/session';
import type { PickedFile } from '../../../world/world';
import { desks } from './desksSlice';

/** `chosen`: its type can still be changed; `waiting` for its turn; `read`: also where nothing was recognised. */
export type PaperState = 'chosen' | 'waiting' | 'sending' | 'reading' | 'read' | 'failed';

/** A picture of this window on its way from the file to a reading. */
export interface Paper extends Pick<PickedFile, 'file' | 'name' | 'size'> {
  key: string;
  /** `pic_type`. */
  type: PaperType;
  /** Chosen for this file; the others follow the first. */
  isOwnType: boolean;
  state: PaperState;
  /** How it was read; undefined before. */
  status?: ReadingStatus;
  /** Per cent while it is read. */
  progress: number;
  /** Id of the reading; '' before the server has the picture. */
  id: string;
  /** Signed address of the picture; '' before the server has it. */
  link: string;
  isDone: boolean;
  /** The sentence of a refusal, or the key of a text of ours with a `*` before it. */
  problem: string;
}
interface PapersState {
  /** Address of the page, with which everything is released. */
  path: string;
  /** Type of the files that are chosen next. */
  type: PaperType;
  /** The order whose papers these are; '' for none. */
  orderId: string;
  list: Paper[];
  /** Key of the paper that is worked on; '' for none. */
  current: string;
}
const blank: PapersState = { path: '', type: paperTypes.idPortrait, orderId: '', list: [], current: '' };

type Change = { key: string } & Partial<Pick<Paper, 'state' | 'progress' | 'id' | 'link' | 'problem'>>;

/** Papers that are read in this window, one after the other, while the person works on those that are done. */
export const papers = createSlice({
  name: 'papers',
  initialState: blank,
  reducers: {
    /** The page is on screen; an order or a type in its address is for the papers that are chosen next. */
    shown(s, { payload }: PayloadAction<{ path: string; orderId?: string; type?: PaperType }>) {
      Object.assign(s, payload);
    },
    pickType(s, { payload: type }: PayloadAction<PaperType>) {
      s.type = type;
    },
    forgetOrder(s) {
      s.orderId = '';
    },
    /** Opens the file dialog. */
    choose() {},
    dropped(_s, _action: PayloadAction<PickedFile[]>) {},
    added(s, { payload }: PayloadAction<{ key: string; file: PickedFile; problem: string }[]>) {
      for (const { key, file, problem } of payload)
        s.list.push({
          ...{ key, file: file.file, name: file.name, size: file.size, type: s.type, isOwnType: false },
          ...{ state: problem ? 'failed' : 'chosen', progress: 0, id: '', link: '', isDone: false, problem },
        });
    },
    /** The type of one file; the first one's is that of all whose own was not chosen. */
    setType(s, { payload: { key, type } }: PayloadAction<{ key: string; type: PaperType }>) {
      const open = s.list.filter(({ state }) => state === 'chosen');
      for (const paper of open) {
        const isIt = paper.key === key;
        if (isIt || (open[0]?.key === key && !paper.isOwnType)) paper.type = type;
        if (isIt) paper.isOwnType = true;
      }
      if (open[0]?.key === key) s.type = type;
    },
    /** Reads what was chosen. */
    begin(s) {
      for (const paper of s.list) if (paper.state === 'chosen') paper.state = 'waiting';
    },
    /** A file whose upload or reading failed gets another turn. */
    retry(s, { payload: key }: PayloadAction<string>) {
      const paper = s.list.find((one) => one.key === key);
      if (paper?.state === 'failed') Object.assign(paper, { state: paper.id ? 'reading' : 'waiting', problem: '' });
    },
    /** The window lets it go; a picture that the server has stays in the list of papers. */
    drop(s, { payload: key }: PayloadAction<string>) {
      const at = s.list.findIndex((one) => one.key === key);
      if (at < 0) return;
      s.list.splice(at, 1);
      if (s.current === key) s.current = (s.list[at] ?? s.list[at - 1])?.key ?? '';
    },
    /** Uploads the file. */
    send(s, { payload: key }: PayloadAction<string>) {
      const paper = s.list.find((one) => one.key === key);
      if (paper) paper.state = 'sending';
    },
    changed(s, { payload: { key, ...change } }: PayloadAction<Change>) {
      const paper = s.list.find((one) => one.key === key);
      if (paper) Object.assign(paper, change);
    },
    followed(s, { payload: { id, status, progress, link, accepted } }: PayloadAction<Reading>) {
      const paper = s.list.find((one) => one.id === id);
      if (paper)
        Object.assign(paper, {
          state: status === 'reading' ? 'reading' : 'read',
          status,
          progress,
          link,
          isDone: accepted !== null,
        });
    },
    /** Works on this one. */
    pick(s, { payload: key }: PayloadAction<string>) {
      s.current = key;
    },
  },
  extraReducers: (on) =>
    on
      .addCase(desks.actions.accepted, (s, { payload: { id } }) => {
        const paper = s.list.find((one) => one.id === id);
        if (paper) paper.isDone = true;
      })
      .addCase(session.actions.signedOut, () => blank)
      .addCase(tabs.actions.closed, (s, { payload }) => (payload === s.path ? blank : s))
      .addCase(tabs.actions.allClosed, () => blank),
  selectors: {
    all: (s) => s,
    of: (s, key: string) => s.list.find((one) => one.key === key),
    /** The paper that is to be read next: one that has begun before those that wait. */
    next: (s) =>
      s.list.find(({ state }) => state === 'sending' || state === 'reading') ??
      s.list.find(({ state }) => state === 'waiting'),
    current: (s) => s.list.find(({ key }) => key === s.current),
  },
});
