/** Where a picture lies in its frame: fitted, enlarged, turned and moved. All lengths are in pixels. */

export interface Size {
  width: number;
  height: number;
}
export interface Placing {
  /** 1 fits the frame. */
  zoom: number;
  /** Quarter turns clockwise, 0 to 3. */
  turn: number;
  /** From the middle of the frame to the middle of the picture, in pixels of the screen. */
  x: number;
  y: number;
}
export const fitted: Placing = { zoom: 1, turn: 0, x: 0, y: 0 };

const mostZoom = 8;
/** Room that stays around a fitted picture. */
const margin = 8;

/** Left, top, width and height in the picture's own pixels. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** Pixels of the screen for one of the picture. */
export function scaleOf(picture: Size, frame: Size, { zoom, turn }: Placing): number {
  const [width, height] = turn % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width];
  if (width <= 0 || height <= 0) return 1;
  const room = [frame.width - 2 * margin, frame.height - 2 * margin].map((side) => Math.max(side, 1));
  return zoom * Math.min(room[0]! / width, room[1]! / height);
}

/** As moved, but never so far that an edge of the picture comes into the middle of the frame without need. */
export function within(picture: Size, frame: Size, placing: Placing): Placing {
  const scale = scaleOf(picture, frame, placing);
  const isLying = placing.turn % 2 === 1;
  const drawn = [picture.width * scale, picture.height * scale];
  if (isLying) drawn.reverse();
  const far = [drawn[0]! - frame.width, drawn[1]! - frame.height].map((over) => (over > 0 ? over / 2 + margin : 0));
  const held = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0;
  return { ...placing, x: held(placing.x, far[0]!), y: held(placing.y, far[1]!) };
}

/** Enlarged by a factor, so that the point of the frame's middle, or `about`, stays where it is. */
export function zoomed(picture: Size, frame: Size, placing: Placing, factor: number, about = { x: 0, y: 0 }): Placing {
  const zoom = Math.min(mostZoom, Math.max(1, placing.zoom * factor));
  const by = zoom / placing.zoom;
  const moved = { x: about.x - (about.x - placing.x) * by, y: about.y - (about.y - placing.y) * by };
  return within(picture, frame, { ...placing, ...moved, zoom });
}

export function turned(placing: Placing): Placing {
  return { ...placing, turn: (placing.turn + 1) % 4, x: 0, y: 0 };
}

/** From the middle of the picture to the middle of the box, in pixels of the screen. */
function offsetOf(picture: Size, frame: Size, placing: Placing, [x, y, width, height]: Box) {
  const scale = scaleOf(picture, frame, placing);
  const right = (x + width / 2 - picture.width / 2) * scale;
  const down = (y + height / 2 - picture.height / 2) * scale;
  const [dx, dy] = [
    [right, down],
    [-down, right],
    [-right, -down],
    [down, -right],
  ][placing.turn % 4] as [number, number];
  return { dx, dy };
}

/** Moved so that the box can be seen; the same placing where it can be already. */
export function revealing(picture: Size, frame: Size, placing: Placing, box: Box): Placing {
  const { dx, dy } = offsetOf(picture, frame, placing, box);
  const isOut = Math.abs(placing.x + dx) > frame.width * 0.4 || Math.abs(placing.y + dy) > frame.height * 0.4;
  return isOut ? within(picture, frame, { ...placing, x: -dx, y: -dy }) : placing;
}
