/**
 * Takes the data off a picture that cameras and programs add: place, time, device, small pictures, comments, and whatever
 * stands behind its end. The pixels stay as they are; the direction in which the picture is held is all that is kept of it.
 */
import { cleanBmp } from './bmp';
import { cleanGif } from './gif';
import { cleanJpeg } from './jpeg';
import { type CleanPicture, type Orientation, upright } from './orientation';
import { cleanPng } from './png';
import { cleanWebp } from './webp';

const cleaners: Readonly<Record<string, (bytes: Buffer) => CleanPicture | undefined>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
  'image/bmp': cleanBmp,
};

/** Types of pictures that pages show. */
export const pictureTypes: readonly string[] = Object.keys(cleaners);
/** A picture is read whole to be cleaned, so it cannot be as large as other files. */
export const mostPictureFileBytes = 50 * 1024 * 1024;

/** Whether files of this kind are pictures that pages show, and are stored without that data. */
export function isPicture(contentType: string): boolean {
  return Object.hasOwn(cleaners, contentType);
}

/** The picture without that data; undefined where it is cut off or not whole. */
export function withoutMetadata(bytes: Buffer, contentType: string): Buffer | undefined {
  return cleaners[contentType]?.(bytes)?.bytes;
}

/** How a picture is held, as pages show it. */
export function orientationOfPicture(bytes: Buffer, contentType: string): Orientation {
  return cleaners[contentType]?.(bytes)?.orientation ?? upright;
}
