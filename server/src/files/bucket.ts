import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'

const CONNECT_MS = 5_000
const SILENCE_MS = 30_000

/** Takes `s3://key:secret@host/bucket?region=…`, or `s3+http:`. Uses the machine's own key by default. */
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
    // Many services do not know Amazon's newest checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Many services know no ACL; the bucket's policy decides.
    supportsACL: false,
    visibility: 'private',
  })
  return new Disk(driver)
}
