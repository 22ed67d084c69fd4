export function ClientDetailsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <button type="button" onClick={onClose}>
      {id}
    </button>
  )
}
