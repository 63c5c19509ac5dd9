import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { region as module, type Region, regionRoot } from '../../../../contract/modules/system/region';
import type { Problems } from '../../../../contract/schema/validate';
import { session } from '../../../store/session';

/** A division as the tree shows it. */
export interface RegionNode {
  code: string;
  name: string;
  hasChildren: boolean;
}
/** A division and those above it, from the top. */
export type Line = { code: string; name: string; level: number }[];

export interface RegionForm {
  mode: 'add' | 'edit';
  draft: Record<string, unknown>;
  /** As it was opened; what differs is unsaved. */
  before: Record<string, unknown>;
  /** What is typed of a new code. */
  ownPart: string;
  problems: Problems;
  /** Idempotency key of this form, and what was last sent under it. */
  key: string;
  sent?: string;
}
export const linkLevels = ['province', 'city', 'county'] as const;

export interface RegionState {
  /** Divisions below one, by its code; without an entry nobody has asked yet. */
  below: Record<string, RegionNode[]>;
  /** Codes whose divisions below are on their way, or could not be had. */
  loading: Record<string, true>;
  lost: Record<string, true>;
  open: string[];
  seek: string;
  /** What a search found, and how many there are in all; null while nothing is sought or no answer came. */
  found: { rows: (RegionNode & { line: string })[]; total: number } | null;
  isSeeking: boolean;
  current: string;
  /** The chosen one; null until it has been answered. */
  shown: Region | null;
  isShownLost: boolean;
  form: RegionForm | null;
  busy: { save?: true; remove?: true };
  /** The three chained choices: what each offers, what is chosen, and what that means. */
  links: { options: RegionNode[][]; picked: string[]; line: Line | null; isLost: boolean };
}
const noLinks: RegionState['links'] = { options: [], picked: ['', '', ''], line: null, isLost: false };
const initial: RegionState = {
  below: {},
  loading: {},
  lost: {},
  open: [regionRoot],
  seek: '',
  found: null,
  isSeeking: false,
  current: regionRoot,
  shown: null,
  isShownLost: false,
  form: null,
  busy: {},
  links: noLinks,
};

/** Administrative divisions: the tree, the chosen one, its form, and three chained choices to try codes with. */
export const regions = createSlice({
  name: 'regions',
  initialState: initial,
  reducers: {
    /** Fetch what is right below. */
    load(s, { payload: code }: PayloadAction<string>) {
      s.loading[code] = true;
      delete s.lost[code];
    },
    loaded(s, { payload: { code, nodes } }: PayloadAction<{ code: string; nodes: RegionNode[] }>) {
      s.below[code] = nodes;
      delete s.loading[code];
    },
    lost(s, { payload: code }: PayloadAction<string>) {
      delete s.loading[code];
      s.lost[code] = true;
    },
    toggle(s, { payload: code }: PayloadAction<string>) {
      s.open = s.open.includes(code) ? s.open.filter((one) => one !== code) : [...s.open, code];
    },
    openAll(s, { payload: codes }: PayloadAction<readonly string[]>) {
      s.open = [...new Set([...s.open, ...codes])];
    },
    seek(s, { payload }: PayloadAction<string>) {
      s.seek = payload;
      s.isSeeking = payload.trim() !== '';
      if (!s.isSeeking) s.found = null;
    },
    found(s, { payload }: PayloadAction<RegionState['found']>) {
      s.found = payload;
      s.isSeeking = false;
    },
    /** Look at this one. */
    choose(_s, _action: PayloadAction<string>) {},
    chosen(s, { payload: code }: PayloadAction<string>) {
      s.current = code;
      s.shown = null;
      s.isShownLost = false;
      s.form = null;
    },
    shown(s, { payload }: PayloadAction<Region>) {
      s.shown = payload;
      s.isShownLost = false;
    },
    shownLost(s) {
      s.isShownLost = true;
    },
    edit() {},
    addBelow() {},
    opened(s, { payload: { mode, key } }: PayloadAction<Pick<RegionForm, 'mode' | 'key'>>) {
      if (!s.shown) return;
      const draft = mode === 'edit' ? { ...s.shown } : draftBelow(s.shown, s.below[s.shown.code]?.length ?? 0);
      s.form = { mode, draft, before: draft, ownPart: '', problems: {}, key };
    },
    type(s, { payload }: PayloadAction<Record<string, unknown>>) {
      if (!s.form) return;
      Object.assign(s.form.draft, payload);
      for (const name of Object.keys(payload)) delete s.form.problems[name];
    },
    typeCode(s, { payload }: PayloadAction<string>) {
      if (!s.form || !s.shown) return;
      s.form.ownPart = payload;
      s.form.draft.code = wholeCode(s.shown, payload);
      delete s.form.problems.code;
    },
    judged(s, { payload }: PayloadAction<Problems>) {
      if (s.form) s.form.problems = payload;
      delete s.busy.save;
    },
    cancel() {},
    shut(s) {
      s.form = null;
    },
    save(s) {
      if (s.form) s.busy.save = true;
    },
    sent(s, { payload: { key, body } }: PayloadAction<{ key: string; body: string }>) {
      if (s.form) Object.assign(s.form, { key, sent: body });
    },
    saved(s, _action: PayloadAction<{ code: string; parentCode: string }>) {
      s.form = null;
      delete s.busy.save;
    },
    saveFailed(s) {
      delete s.busy.save;
    },
    remove(s) {
      s.busy.remove = true;
    },
    removed(_s, _action: PayloadAction<{ code: string; parentCode: string }>) {},
    removeEnded(s) {
      delete s.busy.remove;
    },
    /** Choose at one of the three levels; those after it begin anew. */
    link(s, { payload: { at, code } }: PayloadAction<{ at: number; code: string }>) {
      s.links.picked = s.links.picked.map((was, i) => (i === at ? code : i > at ? '' : was));
      s.links.options = s.links.options.slice(0, at + 1);
      s.links.line = null;
      s.links.isLost = false;
    },
    offered(s, { payload: { at, nodes } }: PayloadAction<{ at: number; nodes: RegionNode[] }>) {
      s.links.options[at] = nodes;
    },
    lineTold(s, { payload }: PayloadAction<Line>) {
      s.links.line = payload;
    },
    linkLost(s) {
      s.links.isLost = true;
    },
  },
  extraReducers: (on) => on.addCase(session.actions.signedOut, () => initial),
  selectors: { all: (s) => s },
});

type Placed = Pick<Region, 'code' | 'level'>;
/** Digits that say where a division of each level lies, whatever follows them. */
const lengths = [0, 2, 4, 6, 9, 12] as const;
/** Codes down to the counties are filled up with zeros to this length. */
const COUNTY_DIGITS = 6;
function levelOf({ level }: Placed) {
  return Number(level);
}

export function mayHaveBelow(above: Placed): boolean {
  return levelOf(above) < lengths.length - 1;
}
/** What the code of a division right below this one begins with, how many digits are its own, and what fills it up. */
export function codeParts(above: Placed): { prefix: string; own: number; suffix: string } {
  const level = levelOf(above);
  const [from = 0, to = from] = [lengths[level], lengths[level + 1]];
  const prefix = above.code.slice(0, from);
  // Beside filled up codes stand filled up ones.
  const isFilled = level === 0 || above.code.length >= COUNTY_DIGITS;
  return { prefix, own: to - from, suffix: isFilled ? '0'.repeat(Math.max(0, COUNTY_DIGITS - to)) : '' };
}
/** The code that a typed part makes; '' as long as it is not whole. */
export function wholeCode(above: Placed, part: string): string {
  const { prefix, own, suffix } = codeParts(above);
  return new RegExp(`^\\d{${own}}$`).test(part) && !/^0+$/.test(part) ? `${prefix}${part}${suffix}` : '';
}

function draftBelow(above: Region, count: number): Record<string, unknown> {
  return {
    parentCode: above.code,
    code: '',
    name: '',
    level: Math.min(levelOf(above) + 1, lengths.length - 1),
    sort: count + 1,
    remark: '',
  };
}

/** What a form may send: the fields of the module, and the id of one that is there. */
export function bodyOf({ mode, draft }: Pick<RegionForm, 'mode' | 'draft'>): Record<string, unknown> {
  return {
    ...(mode === 'edit' ? { id: draft.code } : {}),
    ...Object.fromEntries(
      Object.entries(module.fields).flatMap(([name, { inForm }]) =>
        inForm === false || draft[name] === undefined ? [] : [[name, draft[name]]],
      ),
    ),
  };
}
