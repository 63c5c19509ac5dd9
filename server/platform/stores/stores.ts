/** The stores that rows of `oss` describe. */
import { ossKinds } from '../../../contract/modules/resource/oss';
import { type ObjectStore, StoreError } from '../../kernel/objectStore';
import { EgressError, type Secrets } from '../../kernel/ports';
import type { Bucket, S3Limits } from './s3';

/** What is needed of a row. */
export interface StoreRow {
  category: number;
  endpoint: string | null;
  bucket_name: string | null;
  access_key: string | null;
  /** Encrypted. */
  secret_key: string | null;
  app_id: string | null;
  region: string | null;
}

function bucketOf(row: StoreRow, secrets: Secrets): Bucket {
  const name = row.bucket_name ?? '';
  const isTencent = row.category === ossKinds.tencent && row.app_id && !name.endsWith(`-${row.app_id}`);
  return {
    endpoint: row.endpoint ?? '',
    name: isTencent ? `${name}-${row.app_id}` : name,
    region: row.region || 'us-east-1',
    accessKey: row.access_key ?? '',
    secretKey: row.secret_key ? secrets.unseal(row.secret_key) : '',
    isPath: row.category === ossKinds.minio,
  };
}

/** Clients that are kept, for their connections. */
const mostKept = 100;

export function openStores(
  disk: ObjectStore,
  secrets: Secrets,
  allow: readonly string[],
  limits?: S3Limits,
): (row: StoreRow) => Promise<ObjectStore> {
  const kept = new Map<string, Promise<ObjectStore>>();
  return async (row) => {
    if (row.category === ossKinds.disk) return disk;
    const key = JSON.stringify([
      ...[row.category, row.endpoint, row.bucket_name, row.access_key],
      ...[row.secret_key, row.app_id, row.region],
    ]);
    let store = kept.get(key);
    if (!store) {
      // The client is large: it is loaded by the first installation that needs it.
      store = import('./s3').then(({ s3Store }) => s3Store(bucketOf(row, secrets), allow, limits));
      kept.set(key, store);
      for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
    }
    try {
      return await store;
    } catch (error) {
      kept.delete(key);
      if (error instanceof EgressError || error instanceof TypeError)
        throw new StoreError(error.message, { cause: error });
      throw error;
    }
  };
}
