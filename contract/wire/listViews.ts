/** How a person shapes a list, and the views that are saved of it. */
import { isPageSize } from '../schema/paging';

/** A column of a list. */
export interface ColumnShape {
  /** Name of the field. */
  name: string;
  /** px; by default the width that the list gives it. */
  width?: number;
  /** Stays at the left when the table scrolls sideways. */
  isPinned?: boolean;
}

/** What a person has changed about a list; everything else is as the list has it. */
export interface ListShape {
  /** The columns in their order; columns that are absent are hidden. */
  columns?: ColumnShape[];
  density?: 'compact' | 'comfortable';
  /** Rows of a page. */
  size?: number;
}

/** Conditions, sort and shape of a list under a name. */
export interface SavedView {
  id: string;
  name: string;
  /** The search fields as typed; empty where `lacks` is set. */
  seek: Record<string, string>;
  /** The conditions as the list is asked; empty where `lacks` is set. */
  filters: Record<string, string>;
  ascs?: string;
  descs?: string;
  shape: ListShape;
  /** Whether all who may see the list see the view. */
  isShared: boolean;
  isOwn: boolean;
  /** The owner, and for a shared view an administrator, may change it. */
  mayChange: boolean;
  /** Name of the person who saved it. */
  owner: string;
  /** Names of the fields of its conditions and sort that data scopes hide from the person: it cannot be applied. */
  lacks?: string[];
}

/** The answer of `GET /blade-desk/list-view/list`. */
export interface ListSettings {
  shape: ListShape;
  /** Names of the fields that data scopes hide from the person. */
  hidden: string[];
  views: SavedView[];
}

/** What `POST /blade-desk/list-view/submit` takes. With an `id` it replaces that view. */
export interface ViewDraft
  extends Pick<SavedView, 'name' | 'seek' | 'filters' | 'ascs' | 'descs' | 'shape' | 'isShared'> {
  id?: string;
  module: string;
}

/** Most views that a person may save of one list. */
export const mostViews = 50;
/** Longest name of a view. */
export const longestViewName = 40;
/** Most conditions of a view, and the longest value of one. */
export const mostConditions = 40;
export const longestCondition = 400;
/** Bounds of the width of a column, in px. */
export const columnWidths = { least: 60, most: 800 } as const;
/** Most columns of a shape. */
export const mostColumns = 100;

/** A width within the bounds, in whole px. */
export function soundWidth(px: number): number {
  return Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, px)));
}

/** The valid part of a shape that was stored or received; `isKnown` tells the fields of the list. */
export function soundShape(found: unknown, isKnown: (name: string) => boolean): ListShape {
  const { columns, density, size } = (found ?? {}) as Partial<Record<keyof ListShape, unknown>>;
  const seen = new Set<string>();
  const kept = (Array.isArray(columns) ? columns : []).flatMap((one: unknown): ColumnShape[] => {
    const { name, width, isPinned } = (one ?? {}) as Partial<Record<keyof ColumnShape, unknown>>;
    if (typeof name !== 'string' || seen.has(name) || !isKnown(name)) return [];
    seen.add(name);
    return [
      {
        name,
        ...(typeof width === 'number' && Number.isFinite(width) ? { width: soundWidth(width) } : {}),
        ...(isPinned === true ? { isPinned } : {}),
      },
    ];
  });
  return {
    ...(kept.length > 0 ? { columns: kept } : {}),
    ...(density === 'compact' || density === 'comfortable' ? { density } : {}),
    ...(isPageSize(size) ? { size: size as number } : {}),
  };
}
