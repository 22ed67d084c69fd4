export function ClientPage() {
  return <h1>Client</h1>
}
