import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'

const CONNECT_MS = 5_000
/** Of silence; a long upload may take its time. */
const SILENCE_MS = 30_000

/**
 * A bucket of an S3 service: `s3://key:secret@host/bucket?region=…`, with `s3+http:` over plain
 * http. Without key and secret the machine's own are used, as Amazon's tools do.
 */
export function openBucket(filesUrl: string, silenceMs = SILENCE_MS): Disk {
  const url = new URL(filesUrl)
  const scheme = url.protocol === 's3+http:' ? 'http' : 'https'
  const driver = new S3Driver({
    bucket: url.pathname.slice(1),
    endpoint: `${scheme}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials: url.username
      ? {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        }
      : undefined,
    forcePathStyle: true,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
    // Amazon's newest checksums are not everybody's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Who may read is for the bucket's own policy to say; many services know no ACL.
    supportsACL: false,
    visibility: 'private',
  })
  return new Disk(driver)
}
